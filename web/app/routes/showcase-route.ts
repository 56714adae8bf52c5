import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import { CATCH_ALL, PATHS } from '../paths.ts';
import { allowCleanedMarkup } from '../trusted-types.ts';
import { shellRoute } from './shell-route.ts';

const isCatchAll = (splat = ''): boolean => `${PATHS.app}/${splat}` === CATCH_ALL;

/**
 * All pages of the showroom below /app behind one route: which there are is loaded with the first of them, so that the code of
 * the business screens does not grow by them. An unknown address leads to the sample dashboard, or where there is no showroom
 * to the page that says so.
 */
export const showcaseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  loader: async ({ params: { _splat: path = '' }, context: { loadShowcase } }) => {
    if (loadShowcase === null) throw redirect({ to: PATHS.notFound, replace: true });
    const [showcase] = await Promise.all([loadShowcase(), allowCleanedMarkup()]);
    const found = showcase.pageAt(path);
    // Without its family the sample dashboard is the dashboard.
    if (found === undefined) throw redirect({ href: isCatchAll(path) ? PATHS.dashboard : CATCH_ALL, replace: true });
    if ('leadsTo' in found) throw redirect({ href: found.leadsTo, replace: true });
    await found.component.preload?.();
    return found;
  },
  component: lazyPage(() => import('../pages/showcase-route-page.tsx'), 'ShowcaseRoutePage'),
});
