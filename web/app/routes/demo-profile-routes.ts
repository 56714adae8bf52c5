import { type DemoPageRoute, demoPage } from './demo-page-route.ts';

/** The sample profile, /app/profile. */
export const demoProfileRoutes: readonly DemoPageRoute[] = [
  demoPage('profile', 'Profile', () => import('../../features/demo/profile/profile-page.tsx'), 'ProfilePage'),
];
