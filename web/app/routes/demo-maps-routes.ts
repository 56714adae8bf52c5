import { type DemoPageRoute, demoPage } from './demo-page-route.ts';

/** The map pages, /app/maps/*. */
export const demoMapsRoutes: readonly DemoPageRoute[] = [
  { path: 'maps', leadsTo: '/app/maps/google' },
  demoPage('maps/google', 'Google Maps', () => import('../../features/demo/maps/google-page.tsx'), 'GooglePage'),
  demoPage('maps/vector', 'Vector Maps', () => import('../../features/demo/maps/vector-page.tsx'), 'VectorPage'),
];
