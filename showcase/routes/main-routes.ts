import { type ShowcaseRoute, showcasePage } from './page-route.ts';

/** The sample dashboards, /app/main/*. */
export const mainRoutes: readonly ShowcaseRoute[] = [
  showcasePage('main/widgets', 'Widgets', () => import('../pages/widgets/widgets-page.tsx'), 'WidgetsPage'),
  showcasePage('main/visits', 'Visits', () => import('../pages/visits/visits-page.tsx'), 'VisitsPage'),
  showcasePage('main/analytics', 'Analytics', () => import('../pages/analytics/analytics-page.tsx'), 'AnalyticsPage'),
];
