import { type DemoPageRoute, demoPage } from './demo-page-route.ts';

/** The mail page, /app/inbox. */
export const demoInboxRoutes: readonly DemoPageRoute[] = [
  demoPage('inbox', 'Email', () => import('../../features/demo/inbox/inbox-page.tsx'), 'InboxPage'),
];
