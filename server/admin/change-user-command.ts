import { counted, NOUNS } from '#domain/counted.ts';
import { emailKey } from '#domain/email.ts';
import { type Noted, type UpdateContext, updateWithVersion } from '../administration/optimistic-lock.ts';
import { refuseLastAdministrator } from '../people/last-administrator.ts';
import { forgiveAccount } from '../sign-in/guess-rate-limit.ts';
import { hashPassword } from '../sign-in/password.ts';
import { refuseWeakPassword } from '../sign-in/password-rule.ts';
import { endSessionsOf } from '../sign-in/session-queries.ts';
import { asCommandLine } from './admin-audit.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import {
  deleteSecondFactor,
  findUserByEmail,
  findUserById,
  setUserDisabled,
  setUserPassword,
  vouchForAddress,
} from './user-queries.ts';

type FoundUser = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>;

/** Changes an account and returns the number of sessions that the change ended. */
async function changeAccount(
  context: AdminContext,
  { id }: FoundUser,
  change: (turn: UpdateContext<FoundUser>) => Promise<{ readonly ended: number; readonly noted: Noted }>,
): Promise<number> {
  let ended = 0;
  await updateWithVersion(
    asCommandLine(context),
    { table: 'users', claim: { id }, read: findUserById },
    async (turn) => {
      const done = await change(turn);
      ended = done.ended;
      return done.noted;
    },
  );
  return ended;
}

/**
 * Sets a new password. Ends the account's sessions and sign-in links, so that anyone who had the old password loses
 * access.
 */
export async function setPassword(
  context: AdminContext,
  { email, password: ask }: { email: string; password: () => Promise<string> },
): Promise<void> {
  const { config, print } = context;
  const user = await findAccount(context, email);
  const password = await ask();
  const words = [user.first_name, user.last_name];
  await refuseWeakPassword(password, { email: user.email_key, words, shortest: config.passwordMinLength });
  const passwordHash = await hashPassword(password);
  let confirmed = false;
  const ended = await changeAccount(context, user, async ({ tx, nowMs }) => {
    await setUserPassword(tx, user.id, passwordHash);
    // The operator vouches for the address. Otherwise, the user could not sign in on an installation without mail.
    confirmed = await vouchForAddress(tx, user.id);
    await forgiveAccount(tx, user.email_key);
    const sessions = await endSessionsOf(tx, user.id, nowMs);
    const detail = { sessions_ended: sessions, ...(confirmed ? { address_confirmed: true } : {}) };
    return { ended: sessions, noted: { action: 'user.password-set', subject: user.email, detail } };
  });
  const also = confirmed ? ', and its email address is now verified' : '';
  print(`${user.email} has a new password${also}. ${endedText(ended)}`);
  if (user.disabled === 1) print('The account is disabled. Run enable-user to let it sign in again.');
}

/** Disables or enables an account. The last administrator can't be disabled. */
export async function setDisabled(context: AdminContext, email: string, disabled: boolean): Promise<void> {
  const { print } = context;
  const user = await findAccount(context, email);
  const ended = await changeAccount(context, user, async ({ tx, nowMs, stored }) => {
    if ((stored.disabled === 1) === disabled)
      throw new AdminError(`The account ${user.email} is already ${disabled ? 'disabled' : 'enabled'}.`);
    if (disabled) await refuseLastAdministrator(tx, stored);
    await setUserDisabled(tx, user.id, disabled);
    const sessions = disabled ? await endSessionsOf(tx, user.id, nowMs) : 0;
    const detail = { disabled: { before: !disabled, after: disabled }, sessions_ended: sessions };
    const action = disabled ? 'user.disabled' : 'user.enabled';
    return { ended: sessions, noted: { action, subject: user.email, detail } };
  });
  print(disabled ? `${user.email} is disabled. ${endedText(ended)}` : `${user.email} can sign in again.`);
}

/**
 * Removes a user's second factor, for users who lost their app or passkeys as well as their recovery codes. The
 * password alone is then enough to sign in.
 */
export async function removeSecondFactor(context: AdminContext, email: string): Promise<void> {
  const { print } = context;
  const user = await findAccount(context, email);
  const ended = await changeAccount(context, user, async ({ tx, nowMs }) => {
    if (!(await deleteSecondFactor(tx, user.id))) throw new AdminError(`${user.email} has no second factor.`);
    await forgiveAccount(tx, user.email_key);
    const sessions = await endSessionsOf(tx, user.id, nowMs);
    const noted = { action: 'second-factor.removed', subject: user.email, detail: { sessions_ended: sessions } };
    return { ended: sessions, noted: { ...noted, leavesRow: true } };
  });
  print(`The second factor of ${user.email} was removed. ${endedText(ended)}`);
}

const endedText = (sessions: number): string =>
  sessions === 0 ? 'No sessions were active.' : `${counted(sessions, NOUNS.session)} ended.`;

async function findAccount({ accounts }: AdminContext, email: string): Promise<FoundUser> {
  const key = emailKey(email);
  if (key === null) throw new AdminError(`'${email}' is not an email address. Enter one such as name@example.com.`);
  const user = await findUserByEmail(accounts, key);
  if (user === undefined) throw new AdminError(`${key} has no account. Create one with create-admin or create-user.`);
  if (user.demo === 1)
    throw new AdminError(`${key} is a demo account and cannot be changed. Set DEMO=off to block it.`);
  return user;
}
