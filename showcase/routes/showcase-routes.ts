import { demoChartsRoutes } from './charts-routes.ts';
import { demoCoreRoutes } from './core-routes.ts';
import { demoEcommerceRoutes } from './ecommerce-routes.ts';
import { demoExtraRoutes } from './extra-routes.ts';
import { demoFormsRoutes } from './forms-routes.ts';
import { demoGridRoutes } from './grid-routes.ts';
import { demoInboxRoutes } from './inbox-routes.ts';
import { demoMainRoutes } from './main-routes.ts';
import { demoMapsRoutes } from './maps-routes.ts';
import { demoPackageRoutes } from './package-routes.ts';
import type { DemoPageRoute } from './page-route.ts';
import { demoProfileRoutes } from './profile-routes.ts';
import { demoTablesRoutes } from './tables-routes.ts';
import { demoUiRoutes } from './ui-routes.ts';

/** Every demo page, family by family. Loaded with the first one, so that the business screens do not carry them. */
export const SHOWCASE_ROUTES: readonly DemoPageRoute[] = [
  ...demoUiRoutes,
  ...demoCoreRoutes,
  ...demoFormsRoutes,
  ...demoTablesRoutes,
  ...demoExtraRoutes,
  ...demoGridRoutes,
  ...demoPackageRoutes,
  ...demoProfileRoutes,
  ...demoChartsRoutes,
  ...demoMapsRoutes,
  ...demoEcommerceRoutes,
  ...demoMainRoutes,
  ...demoInboxRoutes,
];
