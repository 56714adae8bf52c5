import { type DemoPageRoute, demoPage } from './page-route.ts';

/** The draggable grid, /app/grid. */
export const demoGridRoutes: readonly DemoPageRoute[] = [
  demoPage('grid', 'Grid', () => import('../pages/grid/grid-page.tsx'), 'GridPage'),
];
