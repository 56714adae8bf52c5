import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { observeClient } from '../lib/api-client.ts';
import { checkConnection, watchConnection } from '../lib/connection.ts';
import { showToast } from '../ui/toast.ts';
import { App } from './app.tsx';
import { messageOf, type Reaction, referenceOf } from './error-catalogue.ts';
import { PATHS } from './paths.ts';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';
import { sessionEnded, watchSession } from './session-events.ts';
import { applyThemeColour, storedThemeColour } from './theme/theme-colour.ts';
import { allowOwnScripts } from './trusted-types.ts';

/** Puts the parts together and draws the first page into `root`. */
export function start(root: Element): void {
  allowOwnScripts();
  applyThemeColour(storedThemeColour());
  const queryClient = createQueryClient((reaction, error) => react(reaction, error));
  const router = createAppRouter(queryClient);

  function react(reaction: Reaction, error: unknown): void {
    if (reaction === 'toast') void showToast({ kind: 'error', message: messageOf(error), key: messageOf(error) });
    if (reaction === 'forbidden-page') void router.navigate({ to: PATHS.forbidden });
    if (reaction === 'failure-page') {
      const { href } = router.state.location;
      void router.navigate({ to: PATHS.failure, search: { from: href, ref: referenceOf(error) ?? '' } });
    }
  }

  observeClient({
    onSessionEnded: () => sessionEnded(queryClient, router),
    onBusy: (seconds) =>
      void showToast({
        kind: 'info',
        key: 'busy',
        message: `The server is busy. Trying again in ${seconds} s.`,
      }),
    onUnreachable: () => void checkConnection(),
  });
  watchConnection(() => void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' }));
  watchSession(queryClient, router);

  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} router={router} />
    </StrictMode>,
  );
}
