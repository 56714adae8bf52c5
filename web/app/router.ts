import { createRouter } from '@tanstack/react-router';
import { loadShowcase } from '../lib/load-showcase.ts';
import type { LoadShowcase } from '../lib/showcase-door.ts';
import { RouteFailure } from './pages/route-failure.tsx';
import { RoutePending } from './pages/route-pending.tsx';
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
import { parseSearch, stringifySearch } from './search-params.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** Title of the browser tab. */
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

/** Creates the router with all screens; each page is loaded on first use. */
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
