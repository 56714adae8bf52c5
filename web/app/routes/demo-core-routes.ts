import { type DemoPageRoute, demoPage } from './demo-page-route.ts';

/** The pages of texts, colours and columns, /app/core/*. */
export const demoCoreRoutes: readonly DemoPageRoute[] = [
  { path: 'core', leadsTo: '/app/core/typography' },
  demoPage(
    'core/typography',
    'Typography',
    () => import('../../features/demo/core/typography-page.tsx'),
    'TypographyPage',
  ),
  demoPage('core/colors', 'Colors', () => import('../../features/demo/core/colors-page.tsx'), 'ColorsPage'),
  demoPage('core/grid', 'Grid system', () => import('../../features/demo/core/grid-system-page.tsx'), 'GridSystemPage'),
];
