import { Button, NativeSelect } from '@mantine/core';
import { IconKey, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AccessKey, IssuedKey } from '#contract/access-keys.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { showToast } from '../../ui/toast.ts';
import { issue, type KeyOwner, NETWORK, revoke, rotate } from './api.ts';
import { Section } from './drawer-parts.tsx';
import { Field } from './form-fields.tsx';
import type { FormPlan } from './form-plan.tsx';
import classes from './network.module.css';

type KeySectionProps = {
  owner: KeyOwner;
  keys: readonly AccessKey[];
  title: string;
  /** What a key here is for. */
  text: string;
  /** Whether a new one may be issued. */
  isOpen: boolean;
  onPlan: (plan: FormPlan) => void;
  onIssued: (issued: IssuedKey) => void;
  /** A question stands over the drawer, so that Escape answers it first. */
  onAsking: (isAsking: boolean) => void;
};

const STATES: Readonly<Record<AccessKey['state'], string>> = {
  good: 'In use',
  ending: 'Ending',
  ended: 'Ended',
  revoked: 'Revoked',
};

const OVERLAPS = [
  { value: '0', label: 'Not at all: ends now' },
  { value: '1', label: 'One hour' },
  { value: '24', label: 'One day' },
  { value: '168', label: 'A week' },
  { value: '720', label: '30 days' },
] as const;

const issuePlan = (owner: KeyOwner, onIssued: (issued: IssuedKey) => void): FormPlan => ({
  title: 'Issue a key',
  context: 'It is shown once, right after this.',
  submitLabel: 'Issue key',
  start: { label: '' },
  fields: (props) => (
    <Field {...props} name="label" label="Label" placeholder="Site gateway, spare" hint="A note for this list" />
  ),
  submit: async ({ label = '' }) => {
    onIssued(await issue({ ...owner, label }));
    return 'The key has been issued';
  },
});

const rotatePlan = ({ id, prefix }: AccessKey, onIssued: (issued: IssuedKey) => void): FormPlan => ({
  title: 'Rotate the key',
  context: `${prefix}…`,
  submitLabel: 'Issue successor',
  start: { hours: '24' },
  fields: ({ draft, change }) => (
    <NativeSelect
      label="How long the old key still works"
      description="Long enough to tell every outlet the new one"
      data={[...OVERLAPS]}
      value={draft.hours ?? '24'}
      onChange={(event) => change({ hours: event.currentTarget.value })}
    />
  ),
  submit: async ({ hours = '24' }) => {
    onIssued(await rotate({ id, hours: Number(hours) }));
    return 'The key has a successor';
  },
});

/** Keys of an outlet or of a customer's gateways. */
export function KeySection({ owner, keys, title, text, isOpen, onPlan, onIssued, onAsking }: KeySectionProps) {
  const client = useQueryClient();
  const [doomed, setDoomed] = useState<AccessKey | null>(null);
  const ask = (key: AccessKey | null): void => {
    setDoomed(key);
    onAsking(key !== null);
  };
  const revoking = useMutation({
    mutationFn: (key: AccessKey) => revoke(key.id),
    meta: { errors: 'own' },
    onSuccess: async ({ prefix }) => {
      ask(null);
      await client.invalidateQueries({ queryKey: NETWORK });
      void showToast({ kind: 'success', message: `${prefix}… has been revoked` });
    },
  });
  return (
    <Section
      title={title}
      action={
        isOpen ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconKey size={16} aria-hidden="true" />}
            onClick={() => onPlan(issuePlan(owner, onIssued))}
          >
            Issue a key
          </Button>
        ) : null
      }
    >
      {keys.length === 0 ? <p className={classes.muted}>{text}</p> : null}
      <ul className={classes.entries} aria-label={title}>
        {keys.map((key) => (
          <KeyEntry key={key.id} of={key}>
            {key.state === 'good' || key.state === 'ending' ? (
              <>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Rotate ${key.prefix}`}
                  leftSection={<IconRefresh size={16} aria-hidden="true" />}
                  onClick={() => onPlan(rotatePlan(key, onIssued))}
                >
                  Rotate
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={`Revoke ${key.prefix}`}
                  leftSection={<IconTrash size={16} aria-hidden="true" />}
                  onClick={() => ask(key)}
                >
                  Revoke
                </Button>
              </>
            ) : null}
          </KeyEntry>
        ))}
      </ul>
      <ConfirmDialog
        title={`Revoke ${doomed?.prefix ?? ''}…?`}
        isOpen={doomed !== null}
        confirmLabel="Revoke"
        isDangerous
        isBusy={revoking.isPending}
        error={revoking.error?.message ?? null}
        onConfirm={() => doomed !== null && revoking.mutate(doomed)}
        onClose={() => {
          revoking.reset();
          ask(null);
        }}
      >
        Whoever reports with it is refused from the next call on. To change keys without a gap, rotate it instead.
      </ConfirmDialog>
    </Section>
  );
}

function KeyEntry({ of: key, children }: { of: AccessKey; children: ReactNode }) {
  const end = key.revoked_at ?? (key.state === 'ending' || key.state === 'ended' ? key.ends_at : null);
  return (
    <li className={classes.entry} data-over={key.state === 'ended' || key.state === 'revoked' || undefined}>
      <div className={classes.entryHead}>
        <code>{key.prefix}…</code>
        <span className={classes.tag} data-state={key.state}>
          {STATES[key.state]}
        </span>
        {key.label === '' ? null : <span>{key.label}</span>}
      </div>
      <p className={classes.muted}>
        Made <TimeText instant={key.made_at} />
        {key.last_used_at === null ? (
          ', never used'
        ) : (
          <>
            , last used <TimeText instant={key.last_used_at} />
          </>
        )}
        {end === null ? null : (
          <>
            , {key.state === 'ending' ? 'ends' : key.state} <TimeText instant={end} />
          </>
        )}
      </p>
      <div className={classes.entryActions}>{children}</div>
    </li>
  );
}
