import { type DemoPageRoute, demoPage } from './demo-page-route.ts';

/** The sample dashboards, /app/main/*. */
export const demoMainRoutes: readonly DemoPageRoute[] = [
  demoPage('main/widgets', 'Widgets', () => import('../../features/demo/widgets/widgets-page.tsx'), 'WidgetsPage'),
  demoPage('main/visits', 'Visits', () => import('../../features/demo/visits/visits-page.tsx'), 'VisitsPage'),
  demoPage(
    'main/analytics',
    'Analytics',
    () => import('../../features/demo/analytics/analytics-page.tsx'),
    'AnalyticsPage',
  ),
];
