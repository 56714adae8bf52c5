import { createRoute } from '@tanstack/react-router';
import { COLLEAGUE_SORTS } from '#contract/table-choices.ts';
import { readAlertsSearch } from '../../features/alerts/alerts-search.ts';
import { readDocumentsSearch } from '../../features/documents/documents-search.ts';
import { readServiceSearch } from '../../features/service/service-search.ts';
import { readTrafficSearch } from '../../features/traffic/traffic-search.ts';
import { lazyPage } from '../../lib/lazy-page.ts';
import { tableSearch } from '../../lib/table-search.ts';
import { requireCustomer, requireRole } from '../guards.ts';
import { serverPage } from './server-page.ts';
import { shellRoute } from './shell-route.ts';

const editProfileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'edit_profile',
  component: serverPage(
    lazyPage(() => import('../../features/account/edit-profile-page.tsx'), 'EditProfilePage'),
    'your name, your picture and how the product looks to you',
  ),
  staticData: { title: 'Edit profile' },
});

const passwordRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'password',
  component: serverPage(
    lazyPage(() => import('../../features/account/password-page.tsx'), 'PasswordPage'),
    'your password, the second factor and where you are signed in',
  ),
  staticData: { title: 'Password and sign-in' },
});

const apiTokensRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'api-tokens',
  component: serverPage(
    lazyPage(() => import('../../features/api-tokens/api-tokens-page.tsx'), 'ApiTokensPage'),
    'the tokens with which programs use your account',
  ),
  staticData: { title: 'API tokens' },
});

const colleaguesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'colleagues',
  validateSearch: tableSearch({ sorts: COLLEAGUE_SORTS }),
  beforeLoad: ({ location }) => requireCustomer(location.href),
  component: serverPage(
    lazyPage(() => import('../../features/users/colleagues-page.tsx'), 'ColleaguesPage'),
    'who of your organisation may sign in',
  ),
  staticData: { title: 'Colleagues' },
});

const singleSignOnRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'single-sign-on',
  component: serverPage(
    lazyPage(() => import('../../features/single-sign-on/single-sign-on-page.tsx'), 'SingleSignOnPage'),
    'the e-mail domains of your organization and how its people sign in',
  ),
  staticData: { title: 'Single sign-on' },
});

const trafficRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'traffic',
  validateSearch: readTrafficSearch,
  component: serverPage(
    lazyPage(() => import('../../features/traffic/traffic-page.tsx'), 'TrafficPage'),
    'what was reported and does not count',
  ),
  staticData: { title: 'Invalid traffic' },
});

const documentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'documents',
  validateSearch: readDocumentsSearch,
  component: serverPage(
    lazyPage(() => import('../../features/documents/documents-page.tsx'), 'DocumentsPage'),
    'statements and invoices, and what is paid of them',
  ),
  staticData: { title: 'Documents' },
});

const servedOutletsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'outlets',
  beforeLoad: ({ location: { href } }) => requireRole('property', href),
  validateSearch: readServiceSearch,
  component: serverPage(
    lazyPage(() => import('../../features/service/served-outlets-page.tsx'), 'ServedOutletsPage'),
    'which outlets are in contact, and what is wrong with the others',
  ),
  staticData: { title: 'Outlets in service' },
});

const servedOutletRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'outlets/$outlet',
  beforeLoad: ({ location: { href } }) => requireRole('property', href),
  component: serverPage(
    lazyPage(() => import('../../features/service/served-outlet-page.tsx'), 'ServedOutletPage'),
    'the contacts, faults and earnings of an outlet',
  ),
  staticData: { title: 'Outlet' },
});

const alertsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'alerts',
  validateSearch: readAlertsSearch,
  component: serverPage(
    lazyPage(() => import('../../features/alerts/told-alerts-page.tsx'), 'AlertsPage'),
    'what is wrong, and how you are told',
  ),
  staticData: { title: 'Alerts' },
});

/** Screens for the user's own account and organization. */
export const accountRoutes = [
  editProfileRoute,
  passwordRoute,
  apiTokensRoute,
  colleaguesRoute,
  singleSignOnRoute,
  trafficRoute,
  documentsRoute,
  servedOutletsRoute,
  servedOutletRoute,
  alertsRoute,
] as const;
