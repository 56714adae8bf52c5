import { createRoute, redirect } from '@tanstack/react-router';
import { validateDashboardSearch } from '../../features/dashboard/dashboard-search.ts';
import { validateReportSearch } from '../../features/reports/report-search.ts';
import { lazyPage } from '../../lib/lazy-page.ts';
import { routeSearch } from '../../lib/route-search.ts';
import { businessRoutesStrings as strings } from '../app-strings.ts';
import { PATHS } from '../paths.ts';
import { textSearch } from './search-text.ts';
import { serverPage } from './server-page.ts';
import { shellRoute } from './shell-route.ts';

const toMain = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: PATHS.main, replace: true });
  },
});

const toDashboard = createRoute({
  getParentRoute: () => shellRoute,
  path: 'main',
  beforeLoad: () => {
    throw redirect({ to: PATHS.dashboard, replace: true });
  },
});

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'main/dashboard',
  validateSearch: routeSearch(validateDashboardSearch),
  component: serverPage(
    lazyPage(() => import('../../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
    strings.dashboardContent,
  ),
  staticData: { title: strings.dashboard },
});

const reportsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'reports',
  validateSearch: routeSearch(validateReportSearch),
  component: serverPage(
    lazyPage(() => import('../../features/reports/reports-page.tsx'), 'ReportsPage'),
    strings.reportsContent,
  ),
  staticData: { title: strings.reports },
});

const savedReportsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'saved-reports',
  component: serverPage(
    lazyPage(() => import('../../features/reports/saved-reports-page.tsx'), 'SavedReportsPage'),
    strings.savedReportsContent,
  ),
  staticData: { title: strings.savedReports },
});

const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'extra/search',
  validateSearch: textSearch<{ q?: string }>('q'),
  component: lazyPage(() => import('../pages/search-route.tsx'), 'SearchRoute'),
  staticData: { title: strings.search },
});

/** The product's own screens below /app. */
export const businessRoutes = [
  toMain,
  toDashboard,
  dashboardRoute,
  reportsRoute,
  savedReportsRoute,
  searchRoute,
] as const;
