import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import { rootRoute } from './root-route.ts';

/** A page that comes within it is drawn at once: React, where it has said that it waits, says so for a third of a second at least. */
const MOMENT_MS = 300;
const OVERVIEW = '/documentation/getting-started/overview';

/** Which pages there are is loaded with the first one; /documentation and unknown addresses lead to the overview. */
const documentationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/documentation/$',
  loader: async ({ params }) => {
    const { findDocPage } = await import('../../features/documentation/doc-pages.ts');
    const page = findDocPage(params._splat ?? '');
    if (page === undefined) throw redirect({ href: OVERVIEW, replace: true });
    const moment = new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
    await Promise.race([page.component.preload(), moment]);
    return { title: `${page.title} · Documentation`, path: page.path };
  },
  component: lazyPage(() => import('../pages/documentation-route-page.tsx'), 'DocumentationRoutePage'),
});

/** The product's own documentation, open without login. */
export const documentationRoutes = [documentationRoute] as const;
