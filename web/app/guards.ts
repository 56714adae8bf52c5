import { redirect } from '@tanstack/react-router';
import { loadCurrentUser } from '../features/auth/session-api.ts';
import { clearSession, readToken, readUser } from '../lib/session.ts';
import { PATHS } from './paths.ts';

/**
 * The any-authenticated guard (docs/specification.md#states): without a valid token it logs out and leads to the login page,
 * which remembers `href`. An account that no administrator has linked yet sees the page that says so; an administrator who
 * needs a second factor sets it up first.
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

/** A screen of one role; others go to the main screen, administrators to where they have the same, if that is elsewhere. */
export async function requireRole(role: 'advertiser' | 'property', href: string, forAdmins = href): Promise<void> {
  await requireSession(href);
  const { role: own } = readUser() ?? (await loadCurrentUser());
  if (own === 'admin' && forAdmins === href) return;
  if (own === 'admin') throw redirect({ href: forAdmins, replace: true });
  if (own !== role) throw redirect({ to: PATHS.main, replace: true });
}

/** The outbox is for administrators; a demo account reads its own mail there. */
export async function requireOutboxReader(href: string): Promise<void> {
  await requireSession(href);
  const { demo } = readUser() ?? (await loadCurrentUser());
  if (!demo) await requireAdmin(href);
}

/** The own account is open to everybody who is signed in. */
const isOwnAccount = (href: string): boolean =>
  [PATHS.editProfile, PATHS.password].some((path) => href === path || href.startsWith(`${path}?`));

/** The admin guard: others go to the main screen. The server asks again at each call (docs/threat-model.md#b1). */
export async function requireAdmin(href: string): Promise<void> {
  await requireSession(href);
  const { role } = readUser() ?? (await loadCurrentUser());
  if (role !== 'admin') throw redirect({ to: PATHS.main, replace: true });
}

/** Who is of no customer has no colleagues: administrators are led to everybody's accounts, others to the main screen. */
export async function requireCustomer(href: string): Promise<void> {
  await requireSession(href);
  const { role } = readUser() ?? (await loadCurrentUser());
  if (role === 'admin') throw redirect({ to: PATHS.adminUsers, replace: true });
  if (role !== 'property' && role !== 'advertiser') throw redirect({ to: PATHS.main, replace: true });
}
