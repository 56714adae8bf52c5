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
  good: strings.inUse,
  ending: strings.ending,
  ended: strings.ended,
  revoked: strings.revoked,
};
const TONES = { good: 'good', ending: 'warning', ended: 'neutral', revoked: 'neutral' } as const;

const revokePlan = ({ id, prefix }: AccessKey): ConfirmedActionPlan => ({
  title: interpolate(strings.revoke, { prefix }),
  confirmLabel: strings.revoke2,
  isDangerous: true,
  text: strings.whoeverReportsWithItIs,
  run: async () => interpolate(strings.hasBeenRevoked, { prefix: (await revoke(id)).prefix }),
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
            {strings.issueAKey}
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
                  aria-label={interpolate(strings.rotate, { prefix: key.prefix })}
                  leftSection={<IconRefresh size={16} aria-hidden="true" />}
                  onClick={() => onForm(`rotate:${key.id}`)}
                >
                  {strings.rotate2}
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={interpolate(strings.revoke3, { prefix: key.prefix })}
                  leftSection={<IconTrash size={16} aria-hidden="true" />}
                  onClick={() => setDoomed(key)}
                >
                  {strings.revoke2}
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
        {interpolate(strings.made, { createdAt: <TimeText instant={key.created_at} /> })}
        {key.last_used_at === null
          ? strings.neverUsed
          : interpolate(strings.lastUsed, { lastUsedAt: <TimeText instant={key.last_used_at} /> })}
        {end === null ? null : (
          <>
            , {key.status === 'ending' ? 'ends' : key.status} <TimeText instant={end} />
          </>
        )}
      </p>
      <div className={classes.entryActions}>{children}</div>
    </li>
  );
}
