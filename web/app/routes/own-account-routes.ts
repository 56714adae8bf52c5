import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import { serverPage } from './server-page.ts';
import { shellRoute } from './shell-route.ts';

const editProfileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'edit_profile',
  component: serverPage(
    lazyPage(() => import('../../features/account/edit-profile-page.tsx'), 'EditProfilePage'),
    'your name, your picture and how the product looks to you',
  ),
  staticData: { title: 'Edit profile' },
});

const passwordRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'password',
  component: serverPage(
    lazyPage(() => import('../../features/account/password-page.tsx'), 'PasswordPage'),
    'your password, the second factor and where you are signed in',
  ),
  staticData: { title: 'Password and sign-in' },
});

/** Screens of the own account. */
export const accountRoutes = [editProfileRoute, passwordRoute] as const;
