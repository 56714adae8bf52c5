import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { leaveGooglePolicy } from '../../lib/google-policy.ts';
import { CATCH_ALL, PATHS } from '../paths.ts';
import { Root } from '../root.tsx';

export const rootRoute = createRootRoute({
  beforeLoad: ({ location, preload }) => (preload ? undefined : leaveGooglePolicy(location)),
  component: Root,
});

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
