import { type ShowcaseRoute, showcasePage } from './page-route.ts';

/** The map pages, /app/maps/*. */
export const mapsRoutes: readonly ShowcaseRoute[] = [
  { path: 'maps', leadsTo: '/app/maps/google' },
  showcasePage('maps/google', 'Google Maps', () => import('../pages/maps/google-page.tsx'), 'GooglePage'),
  showcasePage('maps/vector', 'Vector Maps', () => import('../pages/maps/vector-page.tsx'), 'VectorPage'),
];
