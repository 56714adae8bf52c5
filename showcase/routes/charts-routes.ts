import { type DemoPageRoute, demoPage } from './page-route.ts';

/** The chart pages, /app/charts/*; each loads its own library. */
export const demoChartsRoutes: readonly DemoPageRoute[] = [
  { path: 'charts', leadsTo: '/app/charts/overview' },
  demoPage('charts/overview', 'Charts', () => import('../pages/charts/overview-page.tsx'), 'OverviewPage'),
  demoPage('charts/apex', 'Apex Charts', () => import('../pages/charts/apex-page.tsx'), 'ApexPage'),
  demoPage('charts/echarts', 'Echarts', () => import('../pages/charts/echarts-page.tsx'), 'EchartsPage'),
  demoPage('charts/highcharts', 'Highcharts', () => import('../pages/charts/highcharts-page.tsx'), 'HighchartsPage'),
];
