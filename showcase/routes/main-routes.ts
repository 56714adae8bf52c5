import { type DemoPageRoute, demoPage } from './page-route.ts';

/** The sample dashboards, /app/main/*. */
export const demoMainRoutes: readonly DemoPageRoute[] = [
  demoPage('main/widgets', 'Widgets', () => import('../pages/widgets/widgets-page.tsx'), 'WidgetsPage'),
  demoPage('main/visits', 'Visits', () => import('../pages/visits/visits-page.tsx'), 'VisitsPage'),
  demoPage('main/analytics', 'Analytics', () => import('../pages/analytics/analytics-page.tsx'), 'AnalyticsPage'),
];
