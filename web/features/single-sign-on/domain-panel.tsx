import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EmailDomain } from '#contract/single-sign-on.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './single-sign-on.module.css';
import { checkDomain, DOMAINS_KEY } from './single-sign-on-api.ts';

export type DomainAct = 'require' | 'end' | 'release';

type DomainPanelProps = {
  domain: EmailDomain;
  /** An administrator sees the domains of all organizations, and may end the requirement but not start it. */
  isAdmin: boolean;
  canChange: boolean;
  onAct: (act: DomainAct) => void;
};

const STATES = {
  pending: ['warning', 'Not verified'],
  verified: ['good', 'Verified'],
  missing: ['warning', 'Record missing'],
} as const;

/** One e-mail domain: its DNS record, and whether its users must sign in at the provider. */
export function DomainPanel({ domain, isAdmin, canChange, onAct }: DomainPanelProps) {
  const [tone, word] = STATES[domain.state];
  return (
    <Panel
      title={domain.domain}
      context={isAdmin ? `${domain.customer}, with ${domain.provider_label}` : `With ${domain.provider_label}`}
      actions={<StateTag tone={tone}>{word}</StateTag>}
    >
      <div className={classes.body}>
        {domain.state === 'verified' ? null : <RecordWords domain={domain} />}
        <CheckRow domain={domain} canChange={canChange} />
        <p className={classes.text}>{ruleWords(domain, isAdmin)}</p>
        <div className={classes.buttons}>
          {domain.sso_only ? (
            <Button variant="default" disabled={!canChange} onClick={() => onAct('end')}>
              Allow other ways to sign in
            </Button>
          ) : isAdmin ? null : (
            <Button
              disabled={!canChange || domain.state === 'pending' || !domain.is_tried}
              onClick={() => onAct('require')}
            >
              Require single sign-on
            </Button>
          )}
          <Button variant="light" color="red" disabled={!canChange} onClick={() => onAct('release')}>
            Remove domain
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function ruleWords(
  { domain, provider_label: label, sso_only, state, is_tried }: EmailDomain,
  isAdmin: boolean,
): string {
  if (sso_only)
    return `People with an address at ${domain} sign in with ${label} only. Passwords, passkeys alone and mailed links do not open their accounts.`;
  if (isAdmin) return 'Single sign-on is not required.';
  if (state === 'pending') return 'You can require single sign-on once the domain is verified.';
  return is_tried
    ? 'Single sign-on is not required. Colleagues can still sign in with a password or a passkey.'
    : `To require single sign-on, first sign in with ${label} once yourself, with an address at ${domain}.`;
}

function RecordWords({ domain }: { domain: EmailDomain }) {
  return (
    <>
      <p className={classes.text}>
        {domain.ends_at === null ? (
          'Create this record where your domain’s DNS is managed. It may take up to an hour to appear.'
        ) : (
          <>
            The record was there and is gone. Put it back, or the claim ends <TimeText instant={domain.ends_at} />.
          </>
        )}
      </p>
      <dl className={classes.record}>
        <dt>Type</dt>
        <dd>TXT</dd>
        <dt>Name</dt>
        <dd>
          <Identifier value={domain.record_name} name="name" whole />
        </dd>
        <dt>Value</dt>
        <dd>
          <Identifier value={domain.record_value} name="value" whole />
        </dd>
      </dl>
    </>
  );
}

function CheckRow({ domain, canChange }: Pick<DomainPanelProps, 'domain' | 'canChange'>) {
  const client = useQueryClient();
  const checking = useMutation({
    meta: { errors: 'own' },
    mutationFn: () => checkDomain(domain.id),
    onSettled: () => client.invalidateQueries({ queryKey: DOMAINS_KEY }),
  });
  const isMissing = checking.data?.is_found === false;
  return (
    <>
      <AlertMessage text={checking.error?.message ?? null} />
      <div className={classes.buttons}>
        <Button variant="default" loading={checking.isPending} disabled={!canChange} onClick={() => checking.mutate()}>
          Check now
        </Button>
        <span className={classes.text} role="status">
          {isMissing ? 'The record was not found. ' : ''}
          {domain.checked_at === null ? 'Not checked yet' : <LastChecked instant={domain.checked_at} />}
        </span>
      </div>
    </>
  );
}

const LastChecked = ({ instant }: { instant: string }) => (
  <>
    Last checked <TimeText instant={instant} relative />
  </>
);
