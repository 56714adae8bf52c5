import { type ShowcaseRoute, showcasePage } from './page-route.ts';

/** The package page, /app/package. */
export const packageRoutes: readonly ShowcaseRoute[] = [
  showcasePage('package', 'Package', () => import('../pages/package/package-page.tsx'), 'PackagePage'),
];
