import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../lazy-page.ts';
import { shellRoute } from './shell-route.ts';

const editProfileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'edit_profile',
  component: lazyPage(() => import('../../features/account/edit-profile-page.tsx'), 'EditProfilePage'),
  staticData: { title: 'Edit profile' },
});

const passwordRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'password',
  component: lazyPage(() => import('../../features/account/password-page.tsx'), 'PasswordPage'),
  staticData: { title: 'Password and sign-in' },
});

/** Screens of the own account. */
export const accountRoutes = [editProfileRoute, passwordRoute] as const;
