import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { CATCH_ALL, PATHS } from '../paths.ts';
import { Root } from '../root.tsx';

export const rootRoute = createRootRoute({ component: Root });

export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.root,
  beforeLoad: () => {
    throw redirect({ to: PATHS.main, replace: true });
  },
});

export const catchAllRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ href: CATCH_ALL, replace: true });
  },
});
