import { type ShowcaseRoute, showcasePage } from './page-route.ts';

/** The sample profile, /app/profile. */
export const profileRoutes: readonly ShowcaseRoute[] = [
  showcasePage('profile', 'Profile', () => import('../pages/profile/profile-page.tsx'), 'ProfilePage'),
];
