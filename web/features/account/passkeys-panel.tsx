import { Button, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Passkey } from '#contract/passkeys.ts';
import { useDraft } from '../../lib/draft.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { publicConfigQuery } from '../../lib/public-config.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { canUsePasskeys } from '../../lib/use-passkey.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './account.module.css';
import { createPasskey, passkeysQuery, removeOwnPasskey, renameOwnPasskey } from './account-api.ts';
import { passkeysPanelStrings as strings } from './account-strings.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

export type PasskeysPanelProps = {
  isDemo: boolean;
  /** Called after the user has saved the recovery codes, or immediately if there are none. */
  onKept?: (() => void) | undefined;
};

/**
 * The account's passkeys. A passkey signs in without a password, or is the second step after the password
 * (docs/threat-model.md#a23).
 */
export function PasskeysPanel({ isDemo, onKept }: PasskeysPanelProps) {
  const { data: config } = useQuery(publicConfigQuery);
  const { data: passkeys, error, isFetching, refetch } = useQuery(passkeysQuery);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const keep = () => {
    setCodes(null);
    onKept?.();
  };
  const added = (recoveryCodes: readonly string[]) => (recoveryCodes.length > 0 ? setCodes(recoveryCodes) : keep());
  const isPossible = config?.passkeys !== false;
  if (!isPossible && (passkeys ?? []).length === 0) return null;
  return (
    <Panel title={strings.passkeys} context={strings.context}>
      {codes ? <RecoveryCodes codes={codes} onDone={keep} /> : null}
      {passkeys && !codes ? <PasskeyList passkeys={passkeys} mayAdd={isPossible && !isDemo} onAdded={added} /> : null}
      {error && !passkeys ? (
        <ErrorState
          what={strings.passkeysFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {passkeys || error ? null : <LinesSkeleton lines={2} />}
    </Panel>
  );
}

type PasskeyListProps = {
  passkeys: readonly Passkey[];
  mayAdd: boolean;
  onAdded: (recoveryCodes: readonly string[]) => void;
};

function PasskeyList({ passkeys, mayAdd, onAdded }: PasskeyListProps) {
  const client = useQueryClient();
  const [open, setOpen] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  const own = {
    meta: { errors: 'own' },
    onSettled: () => client.invalidateQueries({ queryKey: ['account'] }),
  } as const;
  const close = () => setOpen(null);
  const adding = useMutation({
    ...own,
    mutationFn: createPasskey,
    onSuccess: (codes) => {
      close();
      onAdded(codes);
    },
  });
  const renaming = useMutation({ ...own, mutationFn: renameOwnPasskey, onSuccess: close });
  const removing = useMutation({ ...own, mutationFn: removeOwnPasskey, onSuccess: () => setLeaving(null) });
  const isHere = canUsePasskeys();
  return (
    <div className={classes.form}>
      <ul className={classes.list}>
        {passkeys.map((passkey) =>
          open === passkey.id ? (
            <li key={passkey.id} className={classes.item}>
              <PasskeyNameForm
                id={passkey.id}
                label={interpolate(strings.newNameOf, { name: passkey.name })}
                submitLabel={strings.save}
                initial={passkey.name}
                isPending={renaming.isPending}
                error={renaming.error?.message ?? null}
                onSubmit={(name, done) => renaming.mutate({ id: passkey.id, name }, { onSuccess: done })}
                onCancel={close}
              />
            </li>
          ) : (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              onRename={() => {
                renaming.reset();
                setOpen(passkey.id);
              }}
              onRemove={() => {
                removing.reset();
                setLeaving(passkey);
              }}
            />
          ),
        )}
      </ul>
      <p className={classes.text}>{wordsOf(passkeys.length, isHere)}</p>
      {open === 'new' ? (
        <PasskeyNameForm
          id="new"
          label={strings.passkeyName}
          hint={strings.passkeyNameHint}
          submitLabel={strings.continue}
          initial=""
          isPending={adding.isPending}
          error={adding.error?.message ?? null}
          onSubmit={(name, done) => adding.mutate(name, { onSuccess: done })}
          onCancel={close}
        />
      ) : (
        <div className={classes.buttons}>
          <Button
            disabled={!mayAdd || !isHere}
            onClick={() => {
              adding.reset();
              setOpen('new');
            }}
          >
            {strings.addPasskey}
          </Button>
        </div>
      )}
      <ConfirmDialog
        title={strings.removePasskey}
        isOpen={leaving !== null}
        confirmLabel={strings.remove}
        isDangerous
        isBusy={removing.isPending}
        error={removing.error?.message ?? null}
        onConfirm={() => leaving && removing.mutate(leaving.id)}
        onClose={() => setLeaving(null)}
      >
        {interpolate(strings.removeText, { name: leaving?.name })}
      </ConfirmDialog>
    </div>
  );
}

function wordsOf(count: number, isHere: boolean): string {
  if (!isHere) return strings.notSupported;
  return count === 0 ? strings.passkeyBenefit : strings.passkeyRequired;
}

type PasskeyItemProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

/** One of the account's passkeys. */
function PasskeyItem({ passkey, onRename, onRemove }: PasskeyItemProps) {
  const { name, synced, created_at: addedAt, last_used_at: lastUsedAt } = passkey;
  return (
    <li className={classes.item}>
      <IconFingerprint size={24} stroke={1.5} aria-hidden="true" />
      <div className={classes.words}>
        <strong>{name}</strong>
        <small>
          {interpolate(synced ? strings.addedAndSynced : strings.added, { addedAt: <TimeText instant={addedAt} /> })}
        </small>
        <small>{lastUsedAt === null ? strings.notUsedYet : <LastUsed instant={lastUsedAt} />}</small>
      </div>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          onClick={onRename}
          aria-label={interpolate(strings.renamePasskey, { name })}
        >
          {strings.rename}
        </Button>
        <Button variant="default" size="xs" onClick={onRemove} aria-label={interpolate(strings.removeNamed, { name })}>
          {strings.remove}
        </Button>
      </div>
    </li>
  );
}

const LastUsed = ({ instant }: { instant: string }) => (
  <>{interpolate(strings.lastUsed, { time: <TimeText instant={instant} relative /> })}</>
);

type PasskeyNameFormProps = {
  /** The passkey's id; 'new' for a passkey that is being added. */
  id: string;
  label: string;
  hint?: string;
  submitLabel: string;
  initial: string;
  isPending: boolean;
  error: string | null;
  /** Stores the name and calls `done` afterwards. */
  onSubmit: (name: string, done: () => void) => void;
  onCancel: () => void;
};

/** Asks for a passkey's name. */
function PasskeyNameForm(props: PasskeyNameFormProps) {
  const { id, label, hint, submitLabel, initial, isPending, error, onSubmit, onCancel } = props;
  const owner = useCurrentUser()?.id ?? '';
  const { fields, change, clear } = useDraft(`passkey-${id}`, owner, { name: initial });
  const { name } = fields;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '' && !isPending) onSubmit(name.trim(), clear);
  };
  const cancel = (): void => {
    clear();
    onCancel();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={label}
        {...(hint === undefined ? {} : { description: hint })}
        maxLength={60}
        autoFocus
        value={name}
        error={error}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={isPending} disabled={name.trim() === ''}>
          {submitLabel}
        </Button>
        <Button variant="default" onClick={cancel}>
          {strings.cancel}
        </Button>
      </div>
    </form>
  );
}
