import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiToken } from '#contract/api-tokens.ts';
import { describeScopes } from '../../lib/scope-words.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { Section } from '../../ui/drawer-parts.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './users.module.css';
import { revokeTokenOf, USERS_KEY, userTokensQuery } from './users-api.ts';

/** The API tokens of an account. Renders nothing if there are none. */
export function UserTokens({ id }: { id: string }) {
  const { data, error } = useQuery(userTokensQuery(id));
  const [asked, ask] = useState<ApiToken | null>(null);
  if (error === null && (data === undefined || data.data.length === 0)) return null;
  return (
    <Section title="API tokens">
      <AlertMessage text={error?.message ?? null} />
      <ul className={classes.tokens} aria-label="API tokens">
        {data?.data.map((token) => (
          <TokenItem key={token.id} token={token} onRevoke={() => ask(token)} />
        ))}
      </ul>
      <ConfirmedAction plan={asked && revokePlan(id, asked)} topic={USERS_KEY} onClose={() => ask(null)} />
    </Section>
  );
}

const revokePlan = (owner: string, { id, name }: ApiToken): ConfirmedActionPlan => ({
  title: `Revoke ${name}`,
  confirmLabel: 'Revoke',
  isDangerous: true,
  text: <p>The next call of whatever uses it is refused.</p>,
  run: async () => {
    await revokeTokenOf(owner, id);
    return `${name} was revoked`;
  },
});

function TokenItem({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, prefix, scopes, pending, expires_at: end, last_used_at: used, expired } = token;
  return (
    <li>
      <div>
        <strong>{name}</strong> {expired ? <StateTag>Expired</StateTag> : null}
        {pending && !expired ? <StateTag tone="warning">Waiting for approval</StateTag> : null}
        <small>
          {prefix}… · {expired ? 'ended' : 'ends'} <TimeText instant={end} toThe="minute" />
        </small>
        <small>{describeScopes(scopes)}</small>
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
      <Button variant="default" size="xs" onClick={onRevoke} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </li>
  );
}
