import { type DemoPageRoute, demoPage } from './page-route.ts';

/** The map pages, /app/maps/*. */
export const demoMapsRoutes: readonly DemoPageRoute[] = [
  { path: 'maps', leadsTo: '/app/maps/google' },
  demoPage('maps/google', 'Google Maps', () => import('../pages/maps/google-page.tsx'), 'GooglePage'),
  demoPage('maps/vector', 'Vector Maps', () => import('../pages/maps/vector-page.tsx'), 'VectorPage'),
];
