import { lazyPage } from '../lazy-page.ts';
import { type DemoPageRoute, demoPage } from './demo-page-route.ts';

/** Extra, /app/extra/*; the search there is the product's own and shows sample results below an empty search. */
export const demoExtraRoutes: readonly DemoPageRoute[] = [
  { path: 'extra', leadsTo: '/app/extra/calendar' },
  demoPage('extra/calendar', 'Calendar', () => import('../../features/demo/extra/calendar-page.tsx'), 'CalendarPage'),
  demoPage('extra/invoice', 'Invoice', () => import('../../features/demo/extra/invoice-page.tsx'), 'InvoicePage'),
  demoPage('extra/timeline', 'Time line', () => import('../../features/demo/extra/timeline-page.tsx'), 'TimelinePage'),
  demoPage('extra/gallery', 'Gallery', () => import('../../features/demo/extra/gallery-page.tsx'), 'GalleryPage'),
  {
    path: 'extra/search',
    addition: lazyPage(() => import('../../features/demo/extra/matching-results.tsx'), 'MatchingResults'),
  },
];
