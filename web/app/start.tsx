import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { observeClient } from '../lib/api-client.ts';
import { checkConnection } from '../lib/connection.ts';
import { showToast } from '../ui/toast.ts';
import { PATHS } from './paths.ts';
import { createAppRouter } from './router.ts';
import { sessionEnded, verifySession, watchOtherTabs } from './session-events.ts';
import { followAccountPreferences } from './theme/account-preferences.ts';
import { applyThemeColour, storedThemeColour } from './theme/theme-colour.ts';
import { allowOwnScripts } from './trusted-types.ts';

/** Long enough for the login page to be drawn and usable. */
const FETCH_AHEAD_MS = 2_000;

/** Puts the parts together and draws the first page into `root`. Answers how to end it all, which only tests do. */
export function start(root: Element): () => void {
  allowOwnScripts();
  applyThemeColour(storedThemeColour());
  const forgetPreferences = followAccountPreferences();
  document.documentElement.setAttribute('data-respect-reduced-motion', 'true');

  const router = createAppRouter();
  observeClient({
    onSessionEnded: () => sessionEnded(router),
    onBusy: (seconds) =>
      void showToast({ kind: 'info', key: 'busy', message: `The server is busy. Trying again in ${seconds} s.` }),
    onUnreachable: () => void checkConnection(),
  });
  const forgetTabs = watchOtherTabs(router);
  void verifySession(router);

  const fetchingAhead = fetchAhead(router);

  const drawing = createRoot(root);
  drawing.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  return () => {
    clearTimeout(fetchingAhead);
    drawing.unmount();
    forgetTabs();
    forgetPreferences();
    router.history.destroy();
  };
}

/** Fetches the code behind the login page while the reader types, so that signing in leads to a page at once. */
function fetchAhead(router: ReturnType<typeof createAppRouter>): ReturnType<typeof setTimeout> | undefined {
  if (router.state.location.pathname.startsWith(PATHS.app)) return undefined;
  return setTimeout(() => {
    // What cannot be had is asked for again once it is needed.
    for (const path of [PATHS.app, PATHS.dashboard])
      router.loadRouteChunk(router.routesById[path])?.catch(() => undefined);
  }, FETCH_AHEAD_MS);
}
