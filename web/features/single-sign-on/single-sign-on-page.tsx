import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CurrentUser, ProviderName } from '#contract/auth.ts';
import type { EmailDomain } from '#contract/single-sign-on.ts';
import type { PublicConfig } from '#contract/site.ts';
import { interpolate } from '../../lib/interpolate.ts';
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
import { singleSignOnPageStrings as strings } from './single-sign-on-strings.ts';

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
          <PageTitle title={strings.singleSignOn} />
          <PageNote>{strings.managersOnly}</PageNote>
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
        title={strings.singleSignOn}
        context={isAdmin ? strings.adminContext : user.customer}
        actions={
          isAdmin || !canChange || providers.length === 0 ? null : (
            <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
              {strings.addDomain}
            </Button>
          )
        }
      />
      {config && providers.length === 0 ? <PageNote>{strings.noProvider}</PageNote> : null}
      {domains?.length === 0 ? (
        <EmptyState title={strings.emptyTitle}>{isAdmin ? strings.emptyAdmin : strings.empty}</EmptyState>
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
          what={strings.domainsFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {domains || error ? null : (
        <Panel title={strings.domains}>
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
      title: interpolate(strings.removeTitle, { domain }),
      confirmLabel: strings.removeDomain,
      isDangerous: true,
      text: <p>{sso_only ? strings.removeTextRequired : strings.removeText}</p>,
      run: async () => {
        await releaseDomain(id);
        return interpolate(strings.removed, { domain });
      },
    };
  if (act === 'end')
    return {
      title: strings.allowOtherWays,
      confirmLabel: strings.allow,
      text: <p>{interpolate(strings.allowText, { domain })}</p>,
      run: async () => {
        await setRequired(id, false);
        return strings.noLongerRequired;
      },
    };
  return {
    title: strings.requireSingleSignOn,
    confirmLabel: strings.require,
    text: <p>{interpolate(strings.requireText, { domain, provider: label })}</p>,
    run: async () => {
      await setRequired(id, true);
      return strings.nowRequired;
    },
  };
}

type Providers = PublicConfig['sign_in_providers'];

const domainPlan = (providers: Providers): FormPlan => ({
  id: 'new',
  title: strings.addDomain,
  context: strings.formContext,
  submitLabel: strings.continue,
  start: { domain: '', provider: providers[0]?.name ?? '' },
  fields: ({ draft, change, errors }) => (
    <>
      <TextInput
        label={strings.emailDomain}
        description={strings.emailDomainHint}
        placeholder={strings.domainPlaceholder}
        maxLength={253}
        required
        data-autofocus
        value={draft.domain ?? ''}
        error={errors.domain}
        onChange={(event) => change({ domain: event.currentTarget.value })}
      />
      <NativeSelect
        label={strings.provider}
        description={strings.providerHint}
        data={providers.map(({ name, label }) => ({ value: name, label }))}
        value={draft.provider ?? ''}
        error={errors.provider}
        onChange={(event) => change({ provider: event.currentTarget.value })}
      />
    </>
  ),
  submit: async ({ domain = '', provider = '' }) => {
    await claimDomain({ domain: domain.trim(), provider: provider as ProviderName });
    return strings.domainAdded;
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
  pending: ['warning', strings.notVerified],
  verified: ['good', strings.verified],
  missing: ['warning', strings.recordMissing],
} as const;

/** One email domain: its DNS record, and whether its users must sign in with the provider. */
function DomainPanel({ domain, isAdmin, canChange, onAct }: DomainPanelProps) {
  const [tone, word] = STATES[domain.state];
  return (
    <Panel
      title={domain.domain}
      context={
        isAdmin
          ? interpolate(strings.customerAndProvider, { customer: domain.customer, provider: domain.provider_label })
          : interpolate(strings.providerOnly, { provider: domain.provider_label })
      }
      actions={<StateTag tone={tone}>{word}</StateTag>}
    >
      <div className={classes.body}>
        {domain.state === 'verified' ? null : <RecordWords domain={domain} />}
        <CheckRow domain={domain} canChange={canChange} />
        <p className={classes.text}>{ruleWords(domain, isAdmin)}</p>
        <div className={classes.buttons}>
          {domain.sso_only ? (
            <Button variant="default" disabled={!canChange} onClick={() => onAct('end')}>
              {strings.allowOtherWays}
            </Button>
          ) : isAdmin ? null : (
            <Button
              disabled={!canChange || domain.state === 'pending' || !domain.is_tried}
              onClick={() => onAct('require')}
            >
              {strings.requireSingleSignOn}
            </Button>
          )}
          <Button variant="light" color="red" disabled={!canChange} onClick={() => onAct('release')}>
            {strings.removeDomain}
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
  if (sso_only) return interpolate(strings.ruleRequired, { domain, provider: label });
  if (isAdmin) return strings.ruleNotRequired;
  if (state === 'pending') return strings.rulePending;
  return is_tried ? strings.ruleOptional : interpolate(strings.ruleUntried, { provider: label, domain });
}

function RecordWords({ domain }: { domain: EmailDomain }) {
  return (
    <>
      <p className={classes.text}>
        {domain.ends_at === null
          ? strings.createRecord
          : interpolate(strings.recordGone, { endsAt: <TimeText instant={domain.ends_at} /> })}
      </p>
      <dl className={classes.record}>
        <dt>{strings.type}</dt>
        <dd>{strings.txt}</dd>
        <dt>{strings.name}</dt>
        <dd>
          <Identifier value={domain.record_name} name={strings.nameIdentifier} whole />
        </dd>
        <dt>{strings.value}</dt>
        <dd>
          <Identifier value={domain.record_value} name={strings.valueIdentifier} whole />
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
          {strings.checkNow}
        </Button>
        <span className={classes.text} role="status">
          {isMissing ? `${strings.recordNotFound} ` : ''}
          {domain.checked_at === null ? strings.notCheckedYet : <LastChecked instant={domain.checked_at} />}
        </span>
      </div>
    </>
  );
}

const LastChecked = ({ instant }: { instant: string }) => (
  <>{interpolate(strings.lastChecked, { time: <TimeText instant={instant} relative /> })}</>
);
