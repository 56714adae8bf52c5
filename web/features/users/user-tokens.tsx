import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './users.module.css';
import { revokeTokenOf, userTokensQuery } from './users-api.ts';

/** The API tokens of an account; nothing where it has none. */
export function UserTokens({ id }: { id: string }) {
  const client = useQueryClient();
  const { data, error } = useQuery(userTokensQuery(id));
  const revoking = useMutation({
    meta: { errors: 'own' },
    mutationFn: (tokenId: string) => revokeTokenOf(id, tokenId),
    onSettled: () => client.invalidateQueries({ queryKey: userTokensQuery(id).queryKey }),
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
