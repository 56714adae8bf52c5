import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { watchConnection } from '../../lib/connection.ts';
import { onSessionChange, readToken } from '../../lib/session.ts';
import { showToast } from '../../ui/toast.ts';
import { messageOf, type Reaction, referenceOf } from '../error-catalogue.ts';
import { PATHS } from '../paths.ts';
import { createQueryClient } from '../query-client.ts';

/** Holds what was fetched for one session; another session, or none, begins with nothing (security B9). */
export function SessionData({ children }: { children: ReactNode }) {
  const token = useSyncExternalStore(onSessionChange, readToken);
  // Between signing out and the login page there is nothing to show, and nothing may be asked.
  return token === null ? null : <DataOfToken key={token}>{children}</DataOfToken>;
}

function DataOfToken({ children }: { children: ReactNode }) {
  const router = useRouter();
  const react = (reaction: Reaction, error: unknown): void => {
    const message = messageOf(error);
    if (reaction === 'toast') void showToast({ kind: 'error', message, key: message });
    if (reaction === 'forbidden-page') void router.navigate({ to: PATHS.forbidden });
    if (reaction === 'failure-page') {
      const reference = referenceOf(error);
      const from = router.state.location.href;
      void router.navigate({ to: PATHS.failure, search: reference === null ? { from } : { from, ref: reference } });
    }
  };
  const [client] = useState(() => createQueryClient(react));
  // What failed while the server was away is asked again when it is back.
  useEffect(
    () => watchConnection(() => void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })),
    [client],
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
