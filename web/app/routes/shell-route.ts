import { createRoute } from '@tanstack/react-router';
import { requireSession } from '../guards.ts';
import { lazyPage } from '../lazy-page.ts';
import { PATHS } from '../paths.ts';
import { rootRoute } from './root-route.ts';

/** The signed-in frame below /app; every screen in it is a child. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.app,
  beforeLoad: ({ location }) => requireSession(location.href),
  component: lazyPage(() => import('../shell/shell.tsx'), 'Shell'),
});
