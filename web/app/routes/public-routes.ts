import { createRoute, redirect } from '@tanstack/react-router';
import { keepLoginTicket, type LoginTicket, pendingLoginTicket } from '../../features/auth/login-token.ts';
import { keepMailedToken } from '../../features/auth/mailed-token.ts';
import { lazyPage } from '../../lib/lazy-page.ts';
import { safeReturnPath } from '../../lib/return-path.ts';
import { readToken } from '../../lib/session.ts';
import { publicRoutesStrings as strings } from '../app-strings.ts';
import { PATHS } from '../paths.ts';
import { rootRoute } from './root-route.ts';
import { textSearch } from './search-text.ts';

/** Returns the sign-in ticket from the login page's URL, which must be removed from it; null if there is none. */
function ticketIn({
  token,
  link,
  provider = '',
}: {
  token?: string;
  link?: string;
  provider?: string;
}): LoginTicket | null {
  if (token !== undefined) return { kind: 'token', token };
  return link === undefined ? null : { kind: 'link', request: link, provider };
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.login,
  validateSearch: textSearch<{ from?: string; token?: string; link?: string; provider?: string }>(
    'from',
    'token',
    'link',
    'provider',
  ),
  beforeLoad: ({ search }) => {
    const ticket = ticketIn(search);
    if (ticket !== null) {
      keepLoginTicket(ticket);
      throw redirect({
        to: PATHS.login,
        search: search.from === undefined ? {} : { from: search.from },
        replace: true,
      });
    }
    if (pendingLoginTicket() !== null || readToken() === null) return;
    throw redirect({ href: safeReturnPath(search.from), replace: true });
  },
  component: lazyPage(() => import('../../features/auth/login-page.tsx'), 'LoginPage'),
  staticData: { title: strings.login },
});

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.register,
  component: lazyPage(() => import('../../features/auth/register-page.tsx'), 'RegisterPage'),
  staticData: { title: strings.signUp },
});

const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.forgot,
  component: lazyPage(() => import('../../features/auth/forgot-page.tsx'), 'ForgotPage'),
  staticData: { title: strings.forgotPassword },
});

/** The token is removed from the URL before the page is drawn or any request is sent (docs/threat-model.md#a10). */
const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.verifyEmail,
  validateSearch: textSearch<{ token?: string }>('token'),
  beforeLoad: ({ search: { token } }) => {
    if (token === undefined) return;
    keepMailedToken('verify', token);
    throw redirect({ to: PATHS.verifyEmail, search: {}, replace: true });
  },
  component: lazyPage(() => import('../../features/auth/verify-email-page.tsx'), 'VerifyEmailPage'),
  staticData: { title: strings.verifyEMail },
});

const passwordResetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.passwordReset,
  validateSearch: textSearch<{ token?: string }>('token'),
  beforeLoad: ({ search: { token } }) => {
    if (token === undefined) return;
    keepMailedToken('reset', token);
    throw redirect({ to: PATHS.passwordReset, search: {}, replace: true });
  },
  component: lazyPage(() => import('../../features/auth/password-reset-page.tsx'), 'PasswordResetPage'),
  staticData: { title: strings.newPassword },
});

/** A shared report, open without an account. Its secret is in the URL fragment, which no route reads. */
const sharedReportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.sharedReport,
  component: lazyPage(() => import('../../features/reports/shared-report-page.tsx'), 'SharedReportPage'),
  staticData: { title: strings.aSharedReport },
});

/** A preview of a creative, open without an account. Its secret is in the URL fragment, which no route reads. */
const adPreviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.adPreview,
  component: lazyPage(() => import('../../features/campaigns/ad-preview-page.tsx'), 'AdPreviewPage'),
  staticData: { title: strings.adPreview },
});

const forbiddenRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.forbidden,
  component: lazyPage(() => import('../pages/forbidden-page.tsx'), 'ForbiddenPage'),
  staticData: { title: strings.noAccess },
});

const failureRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.failure,
  validateSearch: textSearch<{ from?: string; ref?: string }>('from', 'ref'),
  component: lazyPage(() => import('../pages/failure-page.tsx'), 'FailurePage'),
  staticData: { title: strings.somethingWentWrong },
});

const notFoundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.notFound,
  component: lazyPage(() => import('../pages/not-found-page.tsx'), 'NotFoundPage'),
  staticData: { title: strings.pageNotFound },
});

/** Screens that need no session. */
export const publicRoutes = [
  loginRoute,
  registerRoute,
  forgotRoute,
  verifyEmailRoute,
  passwordResetRoute,
  sharedReportRoute,
  adPreviewRoute,
  forbiddenRoute,
  failureRoute,
  notFoundRoute,
] as const;
