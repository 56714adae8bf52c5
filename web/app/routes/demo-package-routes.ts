import { type DemoPageRoute, demoPage } from './demo-page-route.ts';

/** The package page, /app/package. */
export const demoPackageRoutes: readonly DemoPageRoute[] = [
  demoPage('package', 'Package', () => import('../../features/demo/package/package-page.tsx'), 'PackagePage'),
];
