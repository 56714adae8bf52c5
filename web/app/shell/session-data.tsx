import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { watchConnection } from '../../lib/connection.ts';
import { onSessionChange, readToken } from '../../lib/session.ts';
import { fetchToastsAhead } from '../../ui/toast.ts';
import { createFailureReaction } from '../failure-reaction.ts';
import { createQueryClient } from '../query-client.ts';

/** Delay in milliseconds: the first page has been drawn by then. */
const TOASTS_AFTER_MS = 4_000;

/** Holds the query cache of one session. Another session starts with an empty cache (docs/threat-model.md#b9). */
export function SessionData({ children }: { children: ReactNode }) {
  const token = useSyncExternalStore(onSessionChange, readToken);
  // Between signing out and the login page there is nothing to show, and no call may be made.
  return token === null ? null : <DataOfToken key={token}>{children}</DataOfToken>;
}

function DataOfToken({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [client] = useState(() => createQueryClient(createFailureReaction(router)));
  // Repeats queries that failed while the server was unreachable.
  useEffect(
    () => watchConnection(() => void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })),
    [client],
  );
  useEffect(() => {
    const timer = setTimeout(() => void fetchToastsAhead(), TOASTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
