import { redirect } from '@tanstack/react-router';
import { loadCurrentUser } from '../features/auth/session-api.ts';
import { clearSession, readToken, readUser } from '../lib/session.ts';
import { PATHS } from './paths.ts';

/**
 * Requires a session (docs/specification.md#states). Without a valid token, clears the session and redirects to the
 * login page, which remembers `href`. Redirects an account that is not linked yet to the page that explains this, and
 * an administrator without a required second factor to its setup.
 */
export async function requireSession(href: string): Promise<void> {
  if (readToken() === null) {
    clearSession();
    throw redirect({ to: PATHS.login, search: { from: href }, replace: true });
  }
  const { role, second_factor: secondFactor } = readUser() ?? (await loadCurrentUser());
  if (isOwnAccount(href)) return;
  if (role === 'unassigned') throw redirect({ to: PATHS.forbidden, replace: true });
  if (secondFactor === 'missing') throw redirect({ to: PATHS.password, replace: true });
}

/**
 * Requires a role, and redirects users with another role to the home page. Administrators may open the screen too. If
 * `forAdmins` names a different URL, administrators are redirected to that version of the screen.
 */
export async function requireRole(role: 'advertiser' | 'property', href: string, forAdmins = href): Promise<void> {
  await requireSession(href);
  const { role: own } = readUser() ?? (await loadCurrentUser());
  if (own === 'admin' && forAdmins === href) return;
  if (own === 'admin') throw redirect({ href: forAdmins, replace: true });
  if (own !== role) throw redirect({ to: PATHS.main, replace: true });
}

/** Requires an administrator, or a demo account, which may read its own mail in the outbox. */
export async function requireOutboxReader(href: string): Promise<void> {
  await requireSession(href);
  const { demo } = readUser() ?? (await loadCurrentUser());
  if (!demo) await requireAdmin(href);
}

/** Whether a URL is a page of the user's own account, which every signed-in user may open. */
const isOwnAccount = (href: string): boolean =>
  [PATHS.editProfile, PATHS.password].some((path) => href === path || href.startsWith(`${path}?`));

/**
 * Requires an administrator, and redirects others to the home page. The server checks again on each request
 * (docs/threat-model.md#b1).
 */
export async function requireAdmin(href: string): Promise<void> {
  await requireSession(href);
  const { role } = readUser() ?? (await loadCurrentUser());
  if (role !== 'admin') throw redirect({ to: PATHS.main, replace: true });
}

/**
 * Requires a customer's account. Redirects administrators to the screen that they have instead, by default the list of
 * all accounts, and other users to the home page.
 */
export async function requireCustomer(
  href: string,
  forAdmins: typeof PATHS.adminUsers | typeof PATHS.adminTodo = PATHS.adminUsers,
): Promise<void> {
  await requireSession(href);
  const { role } = readUser() ?? (await loadCurrentUser());
  if (role === 'admin') throw redirect({ to: forAdmins, replace: true });
  if (role !== 'property' && role !== 'advertiser') throw redirect({ to: PATHS.main, replace: true });
}
