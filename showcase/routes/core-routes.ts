import { type ShowcaseRoute, showcasePage } from './page-route.ts';

/** The pages about typography, colors and columns, /app/core/*. */
export const coreRoutes: readonly ShowcaseRoute[] = [
  { path: 'core', leadsTo: '/app/core/typography' },
  showcasePage('core/typography', 'Typography', () => import('../pages/core/typography-page.tsx'), 'TypographyPage'),
  showcasePage('core/colors', 'Colors', () => import('../pages/core/colors-page.tsx'), 'ColorsPage'),
  showcasePage('core/grid', 'Grid system', () => import('../pages/core/grid-system-page.tsx'), 'GridSystemPage'),
];
