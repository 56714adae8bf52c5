import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import { requireSession } from '../guards.ts';
import { PATHS } from '../paths.ts';
import { rootRoute } from './root-route.ts';

/** The signed-in shell below /app; its screens are child routes. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.app,
  beforeLoad: ({ location }) => requireSession(location.href),
  component: lazyPage(() => import('../shell/shell.tsx'), 'Shell'),
});
