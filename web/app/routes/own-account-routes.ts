import { createRoute } from '@tanstack/react-router';
import { COLLEAGUE_SORTS } from '#contract/table-choices.ts';
import { readAlertsSearch } from '../../features/alerts/alerts-search.ts';
import { readDocumentsSearch } from '../../features/documents/documents-search.ts';
import { readServiceSearch } from '../../features/service/service-search.ts';
import { readTrafficSearch } from '../../features/traffic/traffic-search.ts';
import { lazyPage } from '../../lib/lazy-page.ts';
import { ROW_ID, tableSearch } from '../../lib/table-search.ts';
import { ownAccountRoutesStrings as strings } from '../app-strings.ts';
import { requireCustomer, requireRole } from '../guards.ts';
import { PATHS } from '../paths.ts';
import { serverPage } from './server-page.ts';
import { shellRoute } from './shell-route.ts';

const editProfileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'edit_profile',
  component: serverPage(
    lazyPage(() => import('../../features/account/edit-profile-page.tsx'), 'EditProfilePage'),
    strings.profileContent,
  ),
  staticData: { title: strings.editProfile },
});

const passwordRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'password',
  component: serverPage(
    lazyPage(() => import('../../features/account/password-page.tsx'), 'PasswordPage'),
    strings.passwordContent,
  ),
  staticData: { title: strings.passwordAndSignIn },
});

const apiTokensRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'api-tokens',
  component: serverPage(
    lazyPage(() => import('../../features/api-tokens/api-tokens-page.tsx'), 'ApiTokensPage'),
    strings.tokensContent,
  ),
  staticData: { title: strings.aPITokens },
});

const notificationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'notifications',
  validateSearch: tableSearch({ sorts: [], filters: { cursor: ROW_ID } }),
  component: serverPage(
    lazyPage(() => import('../../features/notifications/own-notifications-page.tsx'), 'NotificationsPage'),
    strings.notificationsContent,
  ),
  staticData: { title: strings.notifications },
});

const colleaguesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'colleagues',
  validateSearch: tableSearch({ sorts: COLLEAGUE_SORTS }),
  beforeLoad: ({ location }) => requireCustomer(location.href),
  component: serverPage(
    lazyPage(() => import('../../features/users/colleagues-page.tsx'), 'ColleaguesPage'),
    strings.colleaguesContent,
  ),
  staticData: { title: strings.colleagues },
});

const singleSignOnRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'single-sign-on',
  component: serverPage(
    lazyPage(() => import('../../features/single-sign-on/single-sign-on-page.tsx'), 'SingleSignOnPage'),
    strings.singleSignOnContent,
  ),
  staticData: { title: strings.singleSignOn },
});

const trafficRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'traffic',
  validateSearch: readTrafficSearch,
  component: serverPage(
    lazyPage(() => import('../../features/traffic/traffic-page.tsx'), 'TrafficPage'),
    strings.trafficContent,
  ),
  staticData: { title: strings.invalidTraffic },
});

const documentsPage = serverPage(
  lazyPage(() => import('../../features/documents/documents-page.tsx'), 'DocumentsPage'),
  strings.documentsContent,
);
const ofDocuments = {
  getParentRoute: () => shellRoute,
  validateSearch: readDocumentsSearch,
  component: documentsPage,
  staticData: { title: strings.documents },
} as const;

const documentsRoute = createRoute({ ...ofDocuments, path: 'documents' });
const invoicesRoute = createRoute({ ...ofDocuments, path: 'documents/invoices' });
const statementsRoute = createRoute({ ...ofDocuments, path: 'documents/statements' });
const creditNotesRoute = createRoute({ ...ofDocuments, path: 'documents/credit-notes' });

const servedOutletsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'outlets',
  beforeLoad: ({ location: { href } }) => requireRole('property', href),
  validateSearch: readServiceSearch,
  component: serverPage(
    lazyPage(() => import('../../features/service/served-outlets-page.tsx'), 'ServedOutletsPage'),
    strings.servedOutletsContent,
  ),
  staticData: { title: strings.deviceHealth },
});

const servedOutletRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'outlets/$outlet',
  beforeLoad: ({ location: { href } }) => requireRole('property', href),
  component: serverPage(
    lazyPage(() => import('../../features/service/served-outlet-page.tsx'), 'ServedOutletPage'),
    strings.servedOutletContent,
  ),
  staticData: { title: strings.outlet },
});

const todoRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'todo',
  beforeLoad: ({ location }) => requireCustomer(location.href, PATHS.adminTodo),
  component: serverPage(
    lazyPage(() => import('../../features/todo/todo-page.tsx'), 'TodoPage'),
    strings.todoShows,
  ),
  staticData: { title: strings.todo },
});

const alertsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'alerts',
  validateSearch: readAlertsSearch,
  component: serverPage(
    lazyPage(() => import('../../features/alerts/told-alerts-page.tsx'), 'AlertsPage'),
    strings.alertsContent,
  ),
  staticData: { title: strings.alerts },
});

/** Screens for the user's own account and organization. */
export const accountRoutes = [
  editProfileRoute,
  passwordRoute,
  apiTokensRoute,
  notificationsRoute,
  colleaguesRoute,
  singleSignOnRoute,
  trafficRoute,
  documentsRoute,
  invoicesRoute,
  statementsRoute,
  creditNotesRoute,
  servedOutletsRoute,
  servedOutletRoute,
  todoRoute,
  alertsRoute,
] as const;
