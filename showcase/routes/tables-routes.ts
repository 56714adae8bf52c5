import { type ShowcaseRoute, showcasePage } from './page-route.ts';

/** The table pages, /app/tables/*. */
export const tablesRoutes: readonly ShowcaseRoute[] = [
  { path: 'tables', leadsTo: '/app/tables/static' },
  showcasePage('tables/static', 'Static tables', () => import('../pages/tables/static-page.tsx'), 'StaticTablesPage'),
  showcasePage(
    'tables/dynamic',
    'Dynamic tables',
    () => import('../pages/tables/dynamic-page.tsx'),
    'DynamicTablesPage',
  ),
];
