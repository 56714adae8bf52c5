import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listUserTokens, revokeUserToken } from '#contract/api-tokens.ts';
import { request } from '../../lib/api-client.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './users.module.css';

const tokensOf = (id: string) =>
  queryOptions({
    queryKey: ['users', 'tokens', id] as const,
    queryFn: ({ signal }) => request(listUserTokens, { params: { id }, signal }),
    staleTime: 0,
    meta: { errors: 'part' },
  });

/** The API tokens of an account; nothing where it has none. */
export function UserTokens({ id }: { id: string }) {
  const client = useQueryClient();
  const { data, error } = useQuery(tokensOf(id));
  const revoking = useMutation({
    meta: { errors: 'own' },
    mutationFn: (tokenId: string) => request(revokeUserToken, { params: { id, token_id: tokenId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['users', 'tokens', id] }),
  });
  if (data?.data.length === 0) return null;
  return (
    <section aria-label="API tokens">
      <h3>API tokens</h3>
      <AlertMessage text={error?.message ?? revoking.error?.message ?? null} />
      {data?.data.map(({ id: tokenId, name, prefix, reads_only: readsOnly, expires_at: end, last_used_at: used }) => (
        <p key={tokenId} className={classes.inline}>
          <span>
            {name} ({prefix}…, {readsOnly ? 'read only' : 'all rights'}), ends <TimeText instant={end} />,{' '}
            {used === null ? 'never used' : <>last used {<TimeText instant={used} relative />}</>}
          </span>
          <Button
            variant="default"
            size="xs"
            loading={revoking.isPending && revoking.variables === tokenId}
            onClick={() => revoking.mutate(tokenId)}
            aria-label={`Revoke ${name}`}
          >
            Revoke
          </Button>
        </p>
      ))}
    </section>
  );
}
