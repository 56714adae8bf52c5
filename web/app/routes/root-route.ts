import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { leaveGooglePolicy } from '../../lib/google-policy.ts';
import type { LoadShowcase } from '../../lib/showcase-door.ts';
import { CATCH_ALL, PATHS } from '../paths.ts';
import { Root } from '../root.tsx';

type RouterContext = { readonly loadShowcase: LoadShowcase };

export const rootRoute = createRootRouteWithContext<RouterContext>()({
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
  beforeLoad: ({ context: { loadShowcase } }) => {
    throw redirect({ href: loadShowcase === null ? PATHS.notFound : CATCH_ALL, replace: true });
  },
});
