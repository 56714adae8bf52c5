import { type DemoPageRoute, demoPage } from './page-route.ts';

/** The sample profile, /app/profile. */
export const demoProfileRoutes: readonly DemoPageRoute[] = [
  demoPage('profile', 'Profile', () => import('../pages/profile/profile-page.tsx'), 'ProfilePage'),
];
