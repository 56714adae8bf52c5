import { type DemoPageRoute, demoPage } from './demo-page-route.ts';

/** Tables, /app/tables/*. */
export const demoTablesRoutes: readonly DemoPageRoute[] = [
  { path: 'tables', leadsTo: '/app/tables/static' },
  demoPage(
    'tables/static',
    'Static tables',
    () => import('../../features/demo/tables/static-page.tsx'),
    'StaticTablesPage',
  ),
  demoPage(
    'tables/dynamic',
    'Dynamic tables',
    () => import('../../features/demo/tables/dynamic-page.tsx'),
    'DynamicTablesPage',
  ),
];
