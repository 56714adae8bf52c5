import { lazyPage } from '../../web/lib/lazy-page.ts';
import { type DemoPageRoute, demoPage } from './page-route.ts';

/** Extra, /app/extra/*; the search there is the product's own and shows sample results below an empty search. */
export const demoExtraRoutes: readonly DemoPageRoute[] = [
  { path: 'extra', leadsTo: '/app/extra/calendar' },
  demoPage('extra/calendar', 'Calendar', () => import('../pages/extra/calendar-page.tsx'), 'CalendarPage'),
  demoPage('extra/invoice', 'Invoice', () => import('../pages/extra/invoice-page.tsx'), 'InvoicePage'),
  demoPage('extra/timeline', 'Time line', () => import('../pages/extra/timeline-page.tsx'), 'TimelinePage'),
  demoPage('extra/gallery', 'Gallery', () => import('../pages/extra/gallery-page.tsx'), 'GalleryPage'),
  {
    path: 'extra/search',
    addition: lazyPage(() => import('../pages/extra/matching-results.tsx'), 'MatchingResults'),
  },
];
