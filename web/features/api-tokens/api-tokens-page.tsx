import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiToken } from '#contract/api-tokens.ts';
import { describeScopes } from '../../lib/scope-words.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { PageNote } from '../../ui/page-note.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './api-tokens.module.css';
import { revokeToken, TOKENS_KEY, tokensQuery } from './api-tokens-api.ts';
import { type MadeToken, TokenForm } from './token-plan.tsx';
import { TokenRequests } from './token-requests.tsx';

/**
 * `/app/api-tokens`: the tokens with which programs use the user's account
 * (docs/business-rules.md#standings-and-tokens).
 */
export function ApiTokensPage() {
  const user = useCurrentUser();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<MadeToken | null>(null);
  const canMake = user !== null && !user.demo && user.viewed_by === '';
  return (
    <>
      <PageTitle
        title="API tokens"
        context="With these, programs use the API as you"
        actions={
          canMake ? (
            <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setMaking(true)}>
              Make a token
            </Button>
          ) : null
        }
      />
      {user?.demo ? <PageNote>A demo account is everybody’s: it has no tokens.</PageNote> : null}
      {made ? (
        <section className={classes.secret} role="status">
          <p>
            <strong>Copy the secret of “{made.name}” now.</strong> It is shown only once.
            {made.pending ? ' The token works after another administrator approves it.' : ''}
          </p>
          <Identifier value={made.secret} name="token" whole />
        </section>
      ) : null}
      {user?.role === 'admin' ? <TokenRequests canDecide={canMake} /> : null}
      <TokensPanel canChange={canMake} />
      {isMaking && user ? (
        <TokenForm
          maker={{ isAdmin: user.role === 'admin', canWrite: user.standing !== 'viewer' }}
          onMade={setMade}
          onClose={() => setMaking(false)}
        />
      ) : null}
    </>
  );
}

const revokePlan = ({ id, name }: ApiToken): ConfirmedActionPlan => ({
  title: `Revoke ${name}`,
  confirmLabel: 'Revoke',
  isDangerous: true,
  text: <p>The next call of whatever uses it is refused.</p>,
  run: async () => {
    await revokeToken(id);
    return `${name} was revoked`;
  },
});

function TokensPanel({ canChange }: { canChange: boolean }) {
  const { data: tokens, error, isFetching, refetch } = useQuery(tokensQuery);
  const [asked, setAsked] = useState<ApiToken | null>(null);
  return (
    <Panel title="Your tokens" context="Sent as “Authorization: Bearer vbt_…”; never worth more than you may do">
      {tokens?.length === 0 ? (
        <EmptyState title="No tokens yet">
          {canChange ? 'A program signs in with a token and reads your figures.' : undefined}
        </EmptyState>
      ) : null}
      {tokens && tokens.length > 0 ? (
        <ul className={classes.list}>
          {tokens.map((token) => (
            <TokenItem key={token.id} token={token} onRevoke={canChange ? () => setAsked(token) : null} />
          ))}
        </ul>
      ) : null}
      {error && !tokens ? (
        <ErrorState
          what="Your tokens could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {tokens || error ? null : <LinesSkeleton lines={3} />}
      <ConfirmedAction plan={asked && revokePlan(asked)} topic={TOKENS_KEY} onClose={() => setAsked(null)} />
    </Panel>
  );
}

function TokenItem({ token, onRevoke }: { token: ApiToken; onRevoke: (() => void) | null }) {
  const { name, prefix, scopes, addresses, pending, expires_at: end, last_used_at: used, expired } = token;
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <span>
          <strong>{name}</strong> {expired ? <StateTag>Expired</StateTag> : null}
          {pending && !expired ? <StateTag tone="warning">Waiting for approval</StateTag> : null}
        </span>
        <small>
          {prefix}… · {expired ? 'ended' : 'ends'} <TimeText instant={end} />
        </small>
        <small>{describeScopes(scopes)}</small>
        {addresses.length > 0 ? <small>Only from {addresses.join(', ')}</small> : null}
        <small>
          {used === null ? (
            'Never used'
          ) : (
            <>
              Last used <TimeText instant={used} relative />
            </>
          )}
        </small>
      </div>
      {onRevoke ? (
        <Button variant="default" size="xs" onClick={onRevoke} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      ) : null}
    </li>
  );
}
