import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import { CATCH_ALL, PATHS } from '../paths.ts';
import { allowCleanedMarkup } from '../trusted-types.ts';
import { shellRoute } from './shell-route.ts';

const isCatchAll = (splat = ''): boolean => `${PATHS.app}/${splat}` === CATCH_ALL;

/**
 * A single route for all showcase pages below /app. The list of showcase pages loads when the first of these pages
 * opens, so that it adds nothing to the code of the business screens. An unknown path redirects to the sample
 * dashboard, or to the not-found page if there is no showcase.
 */
export const showcaseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  loader: async ({ params: { _splat: path = '' }, context: { loadShowcase } }) => {
    if (loadShowcase === null) throw redirect({ to: PATHS.notFound, replace: true });
    const [showcase] = await Promise.all([loadShowcase(), allowCleanedMarkup()]);
    const found = showcase.pageAt(path);
    // If even the visits pages are absent, the product's dashboard replaces the sample dashboard.
    if (found === undefined) throw redirect({ href: isCatchAll(path) ? PATHS.dashboard : CATCH_ALL, replace: true });
    if ('leadsTo' in found) throw redirect({ href: found.leadsTo, replace: true });
    await found.component.preload?.();
    return found;
  },
  component: lazyPage(() => import('../pages/showcase-route-page.tsx'), 'ShowcaseRoutePage'),
});
