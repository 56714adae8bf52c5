import { createRoute } from '@tanstack/react-router';
import { validateContactSearch } from '../../features/contact/contact-topic.ts';
import { lazyPage } from '../../lib/lazy-page.ts';
import { routeSearch } from '../../lib/route-search.ts';
import { tableSearch } from '../../lib/table-search.ts';
import { serverPage } from './server-page.ts';
import { shellRoute } from './shell-route.ts';

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'home',
  component: lazyPage(() => import('../../features/marketing/home-page.tsx'), 'HomePage'),
  staticData: { title: 'For property owners' },
});

const advertiseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'advertise',
  component: lazyPage(() => import('../../features/marketing/advertise-page.tsx'), 'AdvertisePage'),
  staticData: { title: 'For advertisers' },
});

const patentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'patent',
  component: lazyPage(() => import('../../features/marketing/patent-page.tsx'), 'PatentPage'),
  staticData: { title: 'Patent number' },
});

const locateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'locate',
  validateSearch: tableSearch({ sorts: [] }),
  component: serverPage(
    lazyPage(() => import('../../features/locate/locate-page.tsx'), 'LocatePage'),
    'every outlet by its EUI, with customer, venue and status',
  ),
  staticData: { title: 'Locate' },
});

const contactRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'contact',
  validateSearch: routeSearch(validateContactSearch),
  component: serverPage(
    lazyPage(() => import('../../features/contact/contact-page.tsx'), 'ContactPage'),
    'a form whose messages reach the operator of the network',
  ),
  staticData: { title: 'Contact' },
});

/** Marketing pages, the list of outlets and the contact form (docs/specification.md#signed-in-routes). */
export const productRoutes = [homeRoute, advertiseRoute, patentRoute, locateRoute, contactRoute] as const;
