import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.ts';
import { CATCH_ALL, PATHS } from '../paths.ts';
import { allowCleanedMarkup } from '../trusted-types.ts';
import { shellRoute } from './shell-route.ts';

const isCatchAll = (splat = ''): boolean => `${PATHS.app}/${splat}` === CATCH_ALL;

/**
 * All demo pages below /app behind one route: which there are is loaded with the first of them, so that the code of the
 * business screens does not grow by demo pages. An unknown address leads to the sample dashboard.
 */
export const demoRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  loader: async ({ params }) => {
    const [{ DEMO_ROUTES }, { findDemoPage }] = await Promise.all([
      import('./demo-routes.ts'),
      import('./find-demo-page.ts'),
      allowCleanedMarkup(),
    ]);
    const found = findDemoPage(DEMO_ROUTES, params._splat ?? '');
    // Without its family the sample dashboard is the dashboard.
    if (found === undefined || 'addition' in found.route)
      throw redirect({ href: isCatchAll(params._splat) ? PATHS.dashboard : CATCH_ALL, replace: true });
    if ('leadsTo' in found.route) throw redirect({ href: found.route.leadsTo, replace: true });
    await found.route.component.preload?.();
    return { title: found.route.title, component: found.route.component, params: found.params };
  },
  component: lazyPage(() => import('../pages/demo-route-page.tsx'), 'DemoRoutePage'),
});
