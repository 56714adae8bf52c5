import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import type { EmailDomain } from '#contract/single-sign-on.ts';
import { publicConfigQuery } from '../../lib/public-config.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageNote } from '../../ui/page-note.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { type DomainAct, DomainPanel } from './domain-panel.tsx';
import { DomainForm } from './domain-plan.tsx';
import { DOMAINS_KEY, domainsQuery, releaseDomain, setRequired } from './single-sign-on-api.ts';

/**
 * `/app/single-sign-on`: the e-mail domains of the user's organization, or of all organizations for administrators
 * (docs/threat-model.md#a24).
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
