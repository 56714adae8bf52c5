import { type DemoPageRoute, demoPage } from './page-route.ts';

/** Tables, /app/tables/*. */
export const demoTablesRoutes: readonly DemoPageRoute[] = [
  { path: 'tables', leadsTo: '/app/tables/static' },
  demoPage('tables/static', 'Static tables', () => import('../pages/tables/static-page.tsx'), 'StaticTablesPage'),
  demoPage('tables/dynamic', 'Dynamic tables', () => import('../pages/tables/dynamic-page.tsx'), 'DynamicTablesPage'),
];
