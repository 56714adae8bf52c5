import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { requireAdmin } from '../guards.ts';
import { PATHS } from '../paths.ts';
import { rootRoute } from './root-route.ts';

/** The frame below /admin; who is no administrator is led to the main screen. */
const adminShellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.admin,
  beforeLoad: ({ location }) => requireAdmin(location.href),
  component: lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell'),
});

const adminIndexRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: PATHS.main, replace: true });
  },
});

const unknownAdminRoute = createRoute({
  getParentRoute: () => adminShellRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: PATHS.admin, replace: true });
  },
});

/** Screens for administrators. */
export const adminRoutes = [adminShellRoute.addChildren([adminIndexRoute, unknownAdminRoute])] as const;
