import { type ShowcaseRoute, showcasePage } from './page-route.ts';

/** The draggable grid, /app/grid. */
export const gridRoutes: readonly ShowcaseRoute[] = [
  showcasePage('grid', 'Grid', () => import('../pages/grid/grid-page.tsx'), 'GridPage'),
];
