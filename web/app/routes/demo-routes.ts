import { demoChartsRoutes } from './demo-charts-routes.ts';
import { demoCoreRoutes } from './demo-core-routes.ts';
import { demoEcommerceRoutes } from './demo-ecommerce-routes.ts';
import { demoExtraRoutes } from './demo-extra-routes.ts';
import { demoFormsRoutes } from './demo-forms-routes.ts';
import { demoGridRoutes } from './demo-grid-routes.ts';
import { demoInboxRoutes } from './demo-inbox-routes.ts';
import { demoMainRoutes } from './demo-main-routes.ts';
import { demoMapsRoutes } from './demo-maps-routes.ts';
import { demoPackageRoutes } from './demo-package-routes.ts';
import type { DemoPageRoute } from './demo-page-route.ts';
import { demoProfileRoutes } from './demo-profile-routes.ts';
import { demoTablesRoutes } from './demo-tables-routes.ts';
import { demoUiRoutes } from './demo-ui-routes.ts';

/** Every demo page, family by family. Loaded with the first one, so that the business screens do not carry them. */
export const DEMO_ROUTES: readonly DemoPageRoute[] = [
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
