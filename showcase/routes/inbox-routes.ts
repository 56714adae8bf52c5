import { type DemoPageRoute, demoPage } from './page-route.ts';

/** The mail page, /app/inbox. */
export const demoInboxRoutes: readonly DemoPageRoute[] = [
  demoPage('inbox', 'Email', () => import('../pages/inbox/inbox-page.tsx'), 'InboxPage'),
];
