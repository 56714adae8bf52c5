import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { leadBy } from '../lib/open-address.ts';
import { PATHS } from './paths.ts';
import { createAppRouter } from './router.ts';
import { sessionEnded, verifySession, watchOtherTabs } from './session-events.ts';
import { watchClient } from './watch-client.ts';

/** Delay in milliseconds, long enough for the page to be drawn and usable. */
const FETCH_AHEAD_MS = 2_000;
/** Limit of redirects to follow. */
const MOST_STEPS = 5;

type AppRouter = ReturnType<typeof createAppRouter>;

/** Draws the page of the address with the router. `ended` stops everything; only tests use it. */
export async function start(drawing: Root, hasPage: boolean, ended: AbortSignal): Promise<void> {
  const router = createAppRouter();
  watchClient(() => sessionEnded(router));
  const forgetOpening = leadBy((href, isReplacing) => router.history[isReplacing ? 'replace' : 'push'](href));
  const forgetTabs = watchOtherTabs(router);
  void verifySession(router);
  const fetchingAhead = fetchAhead(router);
  ended.addEventListener('abort', () => {
    clearTimeout(fetchingAhead);
    forgetOpening();
    forgetTabs();
    router.history.destroy();
  });
  // Keeps the shown page until the next one can be drawn.
  if (hasPage) await loadPage(router);
  if (ended.aborted) return;
  drawing.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

async function loadPage(router: AppRouter): Promise<void> {
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const { href } = router.latestLocation;
    await router.load().catch(() => undefined);
    if (router.latestLocation.href === href) return;
  }
}

/**
 * Prefetches the signed-in code while the reader types on the pages before signing in, so that signing in opens a page
 * at once.
 */
function fetchAhead(router: AppRouter): ReturnType<typeof setTimeout> | undefined {
  if (router.state.location.pathname.startsWith(PATHS.app)) return undefined;
  return setTimeout(() => {
    // Ignores failures: the code is fetched again when needed.
    for (const path of [PATHS.app, PATHS.dashboard])
      router.loadRouteChunk(router.routesById[path])?.catch(() => undefined);
  }, FETCH_AHEAD_MS);
}
