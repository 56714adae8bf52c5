import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CurrentUser, ProviderName } from '#contract/auth.ts';
import type { EmailDomain } from '#contract/single-sign-on.ts';
import type { PublicConfig } from '#contract/site.ts';
import { publicConfigQuery } from '../../lib/public-config.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { PageNote } from '../../ui/page-note.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './single-sign-on.module.css';
import {
  checkDomain,
  claimDomain,
  DOMAINS_KEY,
  domainsQuery,
  releaseDomain,
  setRequired,
} from './single-sign-on-api.ts';

/**
 * The page `/app/single-sign-on`: the email domains of the user's organization, or of all organizations for
 * administrators (docs/threat-model.md#a24).
 */
export function SingleSignOnPage() {
  const user = useCurrentUser();
  if (user === null) return null;
  const isManager = user.role === 'admin' || (user.customer !== '' && user.standing === 'manager');
  return (
    <>
      {isManager ? (
        <Domains user={user} />
      ) : (
        <>
          <PageTitle title="Single sign-on" />
          <PageNote>Only managers of an organization set up single sign-on.</PageNote>
        </>
      )}
    </>
  );
}

function Domains({ user }: { user: CurrentUser }) {
  const { data: config } = useQuery(publicConfigQuery);
  const { data: domains, error, isFetching, refetch } = useQuery(domainsQuery);
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<{ domain: EmailDomain; act: DomainAct } | null>(null);
  const isAdmin = user.role === 'admin';
  const canChange = !user.demo && user.viewed_by === '';
  const providers = config?.sign_in_providers ?? [];
  return (
    <>
      <PageTitle
        title="Single sign-on"
        context={isAdmin ? 'E-mail domains of all organizations' : user.customer}
        actions={
          isAdmin || !canChange || providers.length === 0 ? null : (
            <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
              Add a domain
            </Button>
          )
        }
      />
      {config && providers.length === 0 ? (
        <PageNote>This installation has no sign-in provider yet. Its operator sets one up.</PageNote>
      ) : null}
      {domains?.length === 0 ? (
        <EmptyState title="No domains yet">
          {isAdmin
            ? 'Managers of organizations add their e-mail domains here.'
            : 'Add your e-mail domain to have colleagues sign in with your company accounts only.'}
        </EmptyState>
      ) : null}
      {domains?.map((domain) => (
        <DomainPanel
          key={domain.id}
          domain={domain}
          isAdmin={isAdmin}
          canChange={canChange}
          onAct={(act) => setAsked({ domain, act })}
        />
      ))}
      {error && !domains ? (
        <ErrorState
          what="The domains could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {domains || error ? null : (
        <Panel title="Domains">
          <LinesSkeleton lines={3} />
        </Panel>
      )}
      <ConfirmedAction
        plan={asked && planOf(asked.domain, asked.act)}
        topic={DOMAINS_KEY}
        onClose={() => setAsked(null)}
      />
      {isAdding ? <DomainForm providers={providers} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function planOf({ id, domain, provider_label: label, sso_only }: EmailDomain, act: DomainAct): ConfirmedActionPlan {
  if (act === 'release')
    return {
      title: `Remove ${domain}`,
      confirmLabel: 'Remove domain',
      isDangerous: true,
      text: <p>{sso_only ? 'Passwords and passkeys open accounts again. ' : ''}Another organization can claim it.</p>,
      run: async () => {
        await releaseDomain(id);
        return `${domain} was removed`;
      },
    };
  if (act === 'end')
    return {
      title: 'Allow other ways to sign in',
      confirmLabel: 'Allow',
      text: <p>People with an address at {domain} can sign in with a password, a passkey or a mailed link again.</p>,
      run: async () => {
        await setRequired(id, false);
        return 'Single sign-on is no longer required';
      },
    };
  return {
    title: 'Require single sign-on',
    confirmLabel: 'Require',
    text: (
      <p>
        Your colleagues with an address at {domain} then sign in with {label} only. Sessions that began another way end
        now.
      </p>
    ),
    run: async () => {
      await setRequired(id, true);
      return 'Single sign-on is required';
    },
  };
}

type Providers = PublicConfig['sign_in_providers'];

const domainPlan = (providers: Providers): FormPlan => ({
  id: 'new',
  title: 'Add a domain',
  context: 'You prove that it is yours with a DNS record, in the next step.',
  submitLabel: 'Add domain',
  start: { domain: '', provider: providers[0]?.name ?? '' },
  fields: ({ draft, change, errors }) => (
    <>
      <TextInput
        label="E-mail domain"
        description="What follows the @ in your colleagues’ addresses"
        placeholder="example.com"
        maxLength={253}
        required
        data-autofocus
        value={draft.domain ?? ''}
        error={errors.domain}
        onChange={(event) => change({ domain: event.currentTarget.value })}
      />
      <NativeSelect
        label="Provider"
        description="Where your colleagues sign in"
        data={providers.map(({ name, label }) => ({ value: name, label }))}
        value={draft.provider ?? ''}
        error={errors.provider}
        onChange={(event) => change({ provider: event.currentTarget.value })}
      />
    </>
  ),
  submit: async ({ domain = '', provider = '' }) => {
    await claimDomain({ domain: domain.trim(), provider: provider as ProviderName });
    return 'The domain was added. Create its DNS record next.';
  },
});

function DomainForm({ providers, onClose }: { providers: Providers; onClose: () => void }) {
  return <SchemaForm plan={domainPlan(providers)} topic={DOMAINS_KEY} onClose={onClose} />;
}

type DomainAct = 'require' | 'end' | 'release';

type DomainPanelProps = {
  domain: EmailDomain;
  /**
   * Whether the user is an administrator, who sees all organizations' domains, and may end the sign-in requirement but
   * not start it.
   */
  isAdmin: boolean;
  canChange: boolean;
  onAct: (act: DomainAct) => void;
};

const STATES = {
  pending: ['warning', 'Not verified'],
  verified: ['good', 'Verified'],
  missing: ['warning', 'Record missing'],
} as const;

/** One email domain: its DNS record, and whether its users must sign in with the provider. */
function DomainPanel({ domain, isAdmin, canChange, onAct }: DomainPanelProps) {
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
