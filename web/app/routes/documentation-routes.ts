import { createRoute, redirect } from '@tanstack/react-router';
import { interpolate } from '../../lib/interpolate.ts';
import { lazyPage } from '../../lib/lazy-page.ts';
import { documentationRoutesStrings as strings } from '../app-strings.ts';
import { rootRoute } from './root-route.ts';

/**
 * How long to wait for a page before showing a loading state, in milliseconds. A fast page is thus drawn without a
 * loading state, which React would show for at least a third of a second.
 */
const MOMENT_MS = 300;
const OVERVIEW = '/documentation/getting-started/overview';

/**
 * The list of documentation pages loads when the first of these pages opens. /documentation and unknown paths redirect
 * to the overview.
 */
const documentationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/documentation/$',
  loader: async ({ params }) => {
    const { findDocPage } = await import('../../features/documentation/doc-pages.ts');
    const page = findDocPage(params._splat ?? '');
    if (page === undefined) throw redirect({ href: OVERVIEW, replace: true });
    const moment = new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
    await Promise.race([page.component.preload(), moment]);
    return { title: interpolate(strings.documentation, { title: page.title }), path: page.path };
  },
  component: lazyPage(() => import('../pages/documentation-route-page.tsx'), 'DocumentationRoutePage'),
});

/** The product's documentation, open without signing in. */
export const documentationRoutes = [documentationRoute] as const;
