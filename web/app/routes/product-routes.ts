import { createRoute } from '@tanstack/react-router';
import { validateContactSearch } from '../../features/contact/contact-topic.ts';
import { lazyPage } from '../../lib/lazy-page.ts';
import { routeSearch } from '../../lib/route-search.ts';
import { tableSearch } from '../../lib/table-search.ts';
import { productRoutesStrings as strings } from '../app-strings.ts';
import { serverPage } from './server-page.ts';
import { shellRoute } from './shell-route.ts';

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'home',
  component: lazyPage(() => import('../../features/marketing/home-page.tsx'), 'HomePage'),
  staticData: { title: strings.forPropertyOwners },
});

const advertiseRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'advertise',
  component: lazyPage(() => import('../../features/marketing/advertise-page.tsx'), 'AdvertisePage'),
  staticData: { title: strings.forAdvertisers },
});

const patentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'patent',
  component: lazyPage(() => import('../../features/marketing/patent-page.tsx'), 'PatentPage'),
  staticData: { title: strings.patentNumber },
});

const locateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'locate',
  validateSearch: tableSearch({ sorts: [] }),
  component: serverPage(
    lazyPage(() => import('../../features/locate/locate-page.tsx'), 'LocatePage'),
    strings.locateContent,
  ),
  staticData: { title: strings.locate },
});

const contactRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'contact',
  validateSearch: routeSearch(validateContactSearch),
  component: serverPage(
    lazyPage(() => import('../../features/contact/contact-page.tsx'), 'ContactPage'),
    strings.contactContent,
  ),
  staticData: { title: strings.contact },
});

/** Marketing pages, the list of outlets and the contact form (docs/specification.md#signed-in-routes). */
export const productRoutes = [homeRoute, advertiseRoute, patentRoute, locateRoute, contactRoute] as const;
