import { type DemoPageRoute, demoPage } from './demo-page-route.ts';

/** The pages of the interface's parts, /app/ui/*. */
export const demoUiRoutes: readonly DemoPageRoute[] = [
  demoPage('ui', 'UI elements', () => import('../../features/demo/ui/ui-index-page.tsx'), 'UiIndexPage'),
  demoPage('ui/alerts', 'Alerts', () => import('../../features/demo/ui/alerts-page.tsx'), 'AlertsPage'),
];
