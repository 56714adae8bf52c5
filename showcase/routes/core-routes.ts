import { type DemoPageRoute, demoPage } from './page-route.ts';

/** The pages of texts, colours and columns, /app/core/*. */
export const demoCoreRoutes: readonly DemoPageRoute[] = [
  { path: 'core', leadsTo: '/app/core/typography' },
  demoPage('core/typography', 'Typography', () => import('../pages/core/typography-page.tsx'), 'TypographyPage'),
  demoPage('core/colors', 'Colors', () => import('../pages/core/colors-page.tsx'), 'ColorsPage'),
  demoPage('core/grid', 'Grid system', () => import('../pages/core/grid-system-page.tsx'), 'GridSystemPage'),
];
