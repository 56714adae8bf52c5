import { type DemoPageRoute, demoPage } from './page-route.ts';

/** The package page, /app/package. */
export const demoPackageRoutes: readonly DemoPageRoute[] = [
  demoPage('package', 'Package', () => import('../pages/package/package-page.tsx'), 'PackagePage'),
];
