import { lazyPage } from '../../web/lib/lazy-page.ts';
import { type ShowcaseRoute, showcasePage } from './page-route.ts';

/**
 * Extra pages, /app/extra/*. The search there is the product's own; the showcase adds sample results below an empty
 * search.
 */
export const extraRoutes: readonly ShowcaseRoute[] = [
  { path: 'extra', leadsTo: '/app/extra/calendar' },
  showcasePage('extra/calendar', 'Calendar', () => import('../pages/extra/calendar-page.tsx'), 'CalendarPage'),
  showcasePage('extra/invoice', 'Invoice', () => import('../pages/extra/invoice-page.tsx'), 'InvoicePage'),
  showcasePage('extra/timeline', 'Time line', () => import('../pages/extra/timeline-page.tsx'), 'TimelinePage'),
  showcasePage('extra/gallery', 'Gallery', () => import('../pages/extra/gallery-page.tsx'), 'GalleryPage'),
  {
    path: 'extra/search',
    addition: lazyPage(() => import('../pages/extra/matching-results.tsx'), 'MatchingResults'),
  },
];
