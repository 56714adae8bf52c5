import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiToken } from '#contract/api-tokens.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { Section } from '../../ui/drawer-parts.tsx';
import { type ActPlan, PlannedAct } from '../../ui/planned-act.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './users.module.css';
import { revokeTokenOf, USERS_KEY, userTokensQuery } from './users-api.ts';

/** The API tokens of an account; nothing where it has none. */
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
      <PlannedAct plan={asked && revokePlan(id, asked)} topic={USERS_KEY} onClose={() => ask(null)} />
    </Section>
  );
}

const revokePlan = (owner: string, { id, name }: ApiToken): ActPlan => ({
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
  const { name, prefix, reads_only: readsOnly, expires_at: end, last_used_at: used, expired } = token;
  return (
    <li>
      <div>
        <strong>{name}</strong> {expired ? <StateTag>Expired</StateTag> : null}
        <small>
          {prefix}… · {readsOnly ? 'read only' : 'all that the account may do'} · {expired ? 'ended' : 'ends'}{' '}
          <TimeText instant={end} toThe="minute" />
        </small>
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
