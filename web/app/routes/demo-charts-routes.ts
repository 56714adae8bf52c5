import { type DemoPageRoute, demoPage } from './demo-page-route.ts';

/** The chart pages, /app/charts/*; each loads its own library. */
export const demoChartsRoutes: readonly DemoPageRoute[] = [
  { path: 'charts', leadsTo: '/app/charts/overview' },
  demoPage('charts/overview', 'Charts', () => import('../../features/demo/charts/overview-page.tsx'), 'OverviewPage'),
  demoPage('charts/apex', 'Apex Charts', () => import('../../features/demo/charts/apex-page.tsx'), 'ApexPage'),
  demoPage('charts/echarts', 'Echarts', () => import('../../features/demo/charts/echarts-page.tsx'), 'EchartsPage'),
  demoPage(
    'charts/highcharts',
    'Highcharts',
    () => import('../../features/demo/charts/highcharts-page.tsx'),
    'HighchartsPage',
  ),
];
