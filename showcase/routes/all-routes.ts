import { chartsRoutes } from './charts-routes.ts';
import { coreRoutes } from './core-routes.ts';
import { ecommerceRoutes } from './ecommerce-routes.ts';
import { extraRoutes } from './extra-routes.ts';
import { formsRoutes } from './forms-routes.ts';
import { gridRoutes } from './grid-routes.ts';
import { inboxRoutes } from './inbox-routes.ts';
import { mainRoutes } from './main-routes.ts';
import { mapsRoutes } from './maps-routes.ts';
import { packageRoutes } from './package-routes.ts';
import type { ShowcaseRoute } from './page-route.ts';
import { profileRoutes } from './profile-routes.ts';
import { tablesRoutes } from './tables-routes.ts';
import { uiRoutes } from './ui-routes.ts';

/** Every page of the showcase, by family. Loaded with the first page, so that the business screens do not load it. */
export const SHOWCASE_ROUTES: readonly ShowcaseRoute[] = [
  ...uiRoutes,
  ...coreRoutes,
  ...formsRoutes,
  ...tablesRoutes,
  ...extraRoutes,
  ...gridRoutes,
  ...packageRoutes,
  ...profileRoutes,
  ...chartsRoutes,
  ...mapsRoutes,
  ...ecommerceRoutes,
  ...mainRoutes,
  ...inboxRoutes,
];
