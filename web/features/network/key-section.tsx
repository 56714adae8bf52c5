import { Button } from '@mantine/core';
import { IconKey, IconRefresh, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { AccessKey } from '#contract/access-keys.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { Section } from '../../ui/drawer-parts.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './network.module.css';
import { NETWORK, revoke } from './network-api.ts';
import { keySectionStrings as strings } from './network-strings.ts';

type KeySectionProps = {
  keys: readonly AccessKey[];
  title: string;
  /** What these keys are for. */
  text: string;
  /** Whether a new key may be issued. */
  isOpen: boolean;
  /** Opens one of the forms in `keyPlanOf`. */
  onForm: (form: string) => void;
};

const STATES: Readonly<Record<AccessKey['status'], string>> = {
  good: strings.active,
  ending: strings.ending,
  ended: strings.ended,
  revoked: strings.revoked,
};
const TONES = { good: 'good', ending: 'warning', ended: 'neutral', revoked: 'neutral' } as const;

const revokePlan = ({ id, prefix }: AccessKey): ConfirmedActionPlan => ({
  title: interpolate(strings.revokeTitle, { prefix }),
  confirmLabel: strings.revoke,
  isDangerous: true,
  text: strings.revokeText,
  run: async () => interpolate(strings.revokedToast, { prefix: (await revoke(id)).prefix }),
});

/** The keys of an outlet or of a customer's gateways. */
export function KeySection({ keys, title, text, isOpen, onForm }: KeySectionProps) {
  const [doomed, setDoomed] = useState<AccessKey | null>(null);
  return (
    <Section
      title={title}
      action={
        isOpen ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconKey size={16} aria-hidden="true" />}
            onClick={() => onForm('key')}
          >
            {strings.newKey}
          </Button>
        ) : null
      }
    >
      {keys.length === 0 ? <p className={classes.muted}>{text}</p> : null}
      <ul className={classes.entries} aria-label={title}>
        {keys.map((key) => (
          <KeyEntry key={key.id} of={key}>
            {key.status === 'good' || key.status === 'ending' ? (
              <>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={interpolate(strings.rotateNamed, { prefix: key.prefix })}
                  leftSection={<IconRefresh size={16} aria-hidden="true" />}
                  onClick={() => onForm(`rotate:${key.id}`)}
                >
                  {strings.rotate}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={interpolate(strings.revokeNamed, { prefix: key.prefix })}
                  leftSection={<IconTrash size={16} aria-hidden="true" />}
                  onClick={() => setDoomed(key)}
                >
                  {strings.revoke}
                </Button>
              </>
            ) : null}
          </KeyEntry>
        ))}
      </ul>
      <ConfirmedAction plan={doomed && revokePlan(doomed)} topic={NETWORK} onClose={() => setDoomed(null)} />
    </Section>
  );
}

function endText({ revoked_at: revokedAt, status }: AccessKey) {
  if (revokedAt !== null) return strings.revokedAt;
  return status === 'ending' ? strings.endsAt : strings.endedAt;
}

function KeyEntry({ of: key, children }: { of: AccessKey; children: ReactNode }) {
  const end = key.revoked_at ?? (key.status === 'ending' || key.status === 'ended' ? key.ends_at : null);
  return (
    <li className={classes.entry} data-over={key.status === 'ended' || key.status === 'revoked' || undefined}>
      <div className={classes.entryHead}>
        <code>{key.prefix}…</code>
        <StateTag tone={TONES[key.status]}>{STATES[key.status]}</StateTag>
        {key.label === '' ? null : <span>{key.label}</span>}
      </div>
      <p className={classes.muted}>
        {interpolate(strings.created, { time: <TimeText instant={key.created_at} /> })}{' '}
        {key.last_used_at === null
          ? strings.neverUsed
          : interpolate(strings.lastUsed, { time: <TimeText instant={key.last_used_at} /> })}
        {end === null ? null : <> {interpolate(endText(key), { time: <TimeText instant={end} /> })}</>}
      </p>
      <div className={classes.entryActions}>{children}</div>
    </li>
  );
}
