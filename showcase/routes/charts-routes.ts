import { type ShowcaseRoute, showcasePage } from './page-route.ts';

/** The chart pages, /app/charts/*; each loads its own library. */
export const chartsRoutes: readonly ShowcaseRoute[] = [
  { path: 'charts', leadsTo: '/app/charts/overview' },
  showcasePage('charts/overview', 'Charts', () => import('../pages/charts/charts-overview-page.tsx'), 'OverviewPage'),
  showcasePage('charts/apex', 'Apex Charts', () => import('../pages/charts/apex-page.tsx'), 'ApexPage'),
  showcasePage('charts/echarts', 'Echarts', () => import('../pages/charts/echarts-page.tsx'), 'EchartsPage'),
  showcasePage(
    'charts/highcharts',
    'Highcharts',
    () => import('../pages/charts/highcharts-page.tsx'),
    'HighchartsPage',
  ),
];
