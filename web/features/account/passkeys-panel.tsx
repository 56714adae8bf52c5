import { Button, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Passkey } from '#contract/passkeys.ts';
import { useDraft } from '../../lib/draft.ts';
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
    <Panel title="Passkeys" context="Sign in with your fingerprint, face, PIN or security key">
      {codes ? <RecoveryCodes codes={codes} onDone={keep} /> : null}
      {passkeys && !codes ? <PasskeyList passkeys={passkeys} mayAdd={isPossible && !isDemo} onAdded={added} /> : null}
      {error && !passkeys ? (
        <ErrorState
          what="Your passkeys could not be loaded."
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
                label={`New name of ${passkey.name}`}
                submitLabel="Save"
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
          label="Name of the passkey"
          hint="Such as “Phone” or “Blue security key”"
          submitLabel="Continue"
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
            Add a passkey
          </Button>
        </div>
      )}
      <ConfirmDialog
        title="Remove passkey"
        isOpen={leaving !== null}
        confirmLabel="Remove"
        isDangerous
        isBusy={removing.isPending}
        error={removing.error?.message ?? null}
        onConfirm={() => leaving && removing.mutate(leaving.id)}
        onClose={() => setLeaving(null)}
      >
        “{leaving?.name}” will no longer sign in to your account. Delete it on the device as well.
      </ConfirmDialog>
    </div>
  );
}

function wordsOf(count: number, isHere: boolean): string {
  if (!isHere) return 'This browser cannot use passkeys here.';
  return count === 0
    ? 'A passkey signs in without a password and cannot be phished. After your password, signing in then asks for the passkey or a recovery code.'
    : 'Signing in with your password asks for a passkey, a code or a recovery code as well.';
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
          Added <TimeText instant={addedAt} />
          {synced ? ', synced between devices' : ''}
        </small>
        <small>{lastUsedAt === null ? 'Not used yet' : <LastUsed instant={lastUsedAt} />}</small>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" size="xs" onClick={onRename} aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button variant="default" size="xs" onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
    </li>
  );
}

const LastUsed = ({ instant }: { instant: string }) => (
  <>
    Last used <TimeText instant={instant} relative />
  </>
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
          Cancel
        </Button>
      </div>
    </form>
  );
}
