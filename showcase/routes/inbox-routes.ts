import { type ShowcaseRoute, showcasePage } from './page-route.ts';

/** The mail page, /app/inbox. */
export const inboxRoutes: readonly ShowcaseRoute[] = [
  showcasePage('inbox', 'Email', () => import('../pages/inbox/inbox-page.tsx'), 'InboxPage'),
];
