import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { loadShowcase } from '../lib/load-showcase.ts';
import { leadBy } from '../lib/open-address.ts';
import type { LoadShowcase } from '../lib/showcase-door.ts';
import { RouteFailure } from './pages/route-failure.tsx';
import { RoutePending } from './pages/route-pending.tsx';
import { PATHS } from './paths.ts';
import { adminRoutes } from './routes/admin-routes.ts';
import { businessRoutes } from './routes/business-routes.ts';
import { campaignRoutes } from './routes/campaign-routes.ts';
import { documentationRoutes } from './routes/documentation-routes.ts';
import { accountRoutes } from './routes/own-account-routes.ts';
import { productRoutes } from './routes/product-routes.ts';
import { publicRoutes } from './routes/public-routes.ts';
import { catchAllRoute, indexRoute, rootRoute } from './routes/root-route.ts';
import { shellRoute } from './routes/shell-route.ts';
import { showcaseRoute } from './routes/showcase-route.ts';
import { sessionEnded, verifySession, watchOtherTabs } from './session-events.ts';
import { watchClient } from './watch-client.ts';

/** How long to wait before prefetching code, in milliseconds. By then, the page is drawn and usable. */
const FETCH_AHEAD_MS = 2_000;
/** Maximum number of redirects to follow. */
const MOST_STEPS = 5;

type AppRouter = ReturnType<typeof createAppRouter>;

/** Draws the page at the current URL with the router. Aborting `ended` stops the product; only tests do so. */
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
  // Keeps the current page on screen until the next page can be drawn.
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
 * Prefetches the signed-in code while the user types on the pages before sign-in, so that a page opens immediately
 * after sign-in.
 */
function fetchAhead(router: AppRouter): ReturnType<typeof setTimeout> | undefined {
  if (router.state.location.pathname.startsWith(PATHS.app)) return undefined;
  return setTimeout(() => {
    // Ignores failures, because the code is fetched again when needed.
    for (const path of [PATHS.app, PATHS.dashboard])
      router.loadRouteChunk(router.routesById[path])?.catch(() => undefined);
  }, FETCH_AHEAD_MS);
}

/**
 * Reads the query string as plain text, one value per name. The router's default parses values as JSON, which turns
 * EUIs such as 1122334455667788 into numbers and loses digits.
 */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  const text = params.toString();
  return text ? `?${text}` : '';
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** Title for the browser tab. */
    title?: string;
  }
}

const routeTree = rootRoute.addChildren([
  indexRoute,
  ...publicRoutes,
  ...documentationRoutes,
  shellRoute.addChildren([...businessRoutes, ...campaignRoutes, ...accountRoutes, ...productRoutes, showcaseRoute]),
  ...adminRoutes,
  catchAllRoute,
]);

/** Creates the router with all screens. Each page loads on first use. */
export function createAppRouter(showcase: LoadShowcase = loadShowcase) {
  return createRouter({
    routeTree,
    context: { loadShowcase: showcase },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: RoutePending,
    defaultErrorComponent: RouteFailure,
    defaultNotFoundComponent: RoutePending,
  });
}
