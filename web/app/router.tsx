import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { keepLoginToken, pendingLoginToken } from '../features/auth/login-token.ts';
import { validateDashboardSearch } from '../features/dashboard/dashboard-search.ts';
import { safeReturnPath } from '../lib/return-path.ts';
import { readToken } from '../lib/session.ts';
import { requireAdmin, requireSession } from './guards.ts';
import { RouteFailure } from './pages/route-failure.tsx';
import { RoutePending } from './pages/route-pending.tsx';
import { CATCH_ALL, PATHS } from './paths.ts';
import { Root } from './root.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** Of the browser's tab. */
    title?: string;
  }
}

type Text = Record<string, string>;
const textOf = (search: Record<string, unknown>, ...names: string[]): Partial<Text> =>
  Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])));

const rootRoute = createRootRoute({ component: Root });

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.root,
  beforeLoad: () => {
    throw redirect({ to: PATHS.main, replace: true });
  },
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.login,
  validateSearch: (search): { from?: string; token?: string } => textOf(search, 'from', 'token'),
  beforeLoad: ({ search }) => {
    if (search.token !== undefined) {
      keepLoginToken(search.token);
      throw redirect({
        to: PATHS.login,
        search: search.from === undefined ? {} : { from: search.from },
        replace: true,
      });
    }
    if (pendingLoginToken() !== null || readToken() === null) return;
    throw redirect({ href: safeReturnPath(search.from), replace: true });
  },
  component: lazyRouteComponent(() => import('../features/auth/login-page.tsx'), 'LoginPage'),
  staticData: { title: 'Login' },
});

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.register,
  component: lazyRouteComponent(() => import('../features/auth/account-help-pages.tsx'), 'RegisterPage'),
  staticData: { title: 'Get an account' },
});

const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.forgot,
  component: lazyRouteComponent(() => import('../features/auth/account-help-pages.tsx'), 'ForgotPage'),
  staticData: { title: 'Forgot password' },
});

const forbiddenRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.forbidden,
  component: lazyRouteComponent(() => import('./pages/forbidden-page.tsx'), 'ForbiddenPage'),
  staticData: { title: 'No access' },
});

const failureRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.failure,
  validateSearch: (search): { from?: string; ref?: string } => textOf(search, 'from', 'ref'),
  component: lazyRouteComponent(() => import('./pages/failure-page.tsx'), 'FailurePage'),
  staticData: { title: 'Something went wrong' },
});

const notFoundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.notFound,
  component: lazyRouteComponent(() => import('./pages/not-found-page.tsx'), 'NotFoundPage'),
  staticData: { title: 'Page not found' },
});

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.app,
  beforeLoad: ({ location }) => requireSession(location.href),
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
});

const toMain = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: PATHS.main, replace: true });
  },
});

const toDashboard = createRoute({
  getParentRoute: () => shellRoute,
  path: 'main',
  beforeLoad: () => {
    throw redirect({ to: PATHS.dashboard, replace: true });
  },
});

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'main/dashboard',
  validateSearch: validateDashboardSearch,
  component: lazyRouteComponent(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  staticData: { title: 'Dashboard' },
});

const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'extra/search',
  validateSearch: (search): { q?: string } => textOf(search, 'q'),
  component: lazyRouteComponent(() => import('./pages/search-route.tsx'), 'SearchRoute'),
  staticData: { title: 'Search' },
});

/** The sample dashboard, where unknown addresses go; leads to the dashboard until that page exists. */
const visitsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'main/visits',
  beforeLoad: () => {
    throw redirect({ to: PATHS.dashboard, replace: true });
  },
});

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: `${PATHS.admin}/$`,
  beforeLoad: async ({ location }) => {
    await requireAdmin(location.href);
    throw redirect({ to: PATHS.main, replace: true });
  },
});

const catchAllRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: CATCH_ALL, replace: true });
  },
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  loginRoute,
  registerRoute,
  forgotRoute,
  forbiddenRoute,
  failureRoute,
  notFoundRoute,
  shellRoute.addChildren([toMain, toDashboard, dashboardRoute, searchRoute, visitsRoute]),
  adminRoute,
  catchAllRoute,
]);

/** All screens and where they live; each page is loaded when it is first needed. */
export function createAppRouter() {
  return createRouter({
    routeTree,
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
