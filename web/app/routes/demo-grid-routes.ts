import { type DemoPageRoute, demoPage } from './demo-page-route.ts';

/** The draggable grid, /app/grid. */
export const demoGridRoutes: readonly DemoPageRoute[] = [
  demoPage('grid', 'Grid', () => import('../../features/demo/grid/grid-page.tsx'), 'GridPage'),
];
