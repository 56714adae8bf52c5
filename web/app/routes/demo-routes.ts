import type { DemoPageRoute } from './demo-page-route.ts';
import { demoUiRoutes } from './demo-ui-routes.ts';

/** Every demo page, family by family. Loaded with the first one, so that the business screens do not carry them. */
export const DEMO_ROUTES: readonly DemoPageRoute[] = [...demoUiRoutes];
