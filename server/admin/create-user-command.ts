import { v7 as newId } from 'uuid';
import { emailKey } from '#domain/email.ts';
import { hasInvisible, plainText } from '#domain/plain-text.ts';
import { insertWithAudit } from '../administration/insert-with-audit.ts';
import { updateWithVersion } from '../administration/optimistic-lock.ts';
import { isLookalikeEmail, LOOKALIKE_EMAIL } from '../lib/lookalike-email.ts';
import { shownEmail } from '../lib/shown-email.ts';
import { createLoginCode } from '../sign-in/login-code.ts';
import { hashPassword } from '../sign-in/password.ts';
import { refuseWeakPassword } from '../sign-in/password-rule.ts';
import { asCommandLine } from './admin-audit.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { type FoundCustomer, findCustomer } from './lookup-queries.ts';
import { findUserByEmail, findUserById, insertUser, vouchForAddress } from './user-queries.ts';

/**
 * How long a printed sign-in link is valid, in seconds. The user has to copy the link to a browser, so it lasts longer
 * than the 60 s of a link that a browser requests.
 */
const LINK_SECONDS = 15 * 60;

export type UserOrder = {
  readonly email: string;
  readonly name?: string;
  readonly role: 'admin' | 'property' | 'advertiser' | 'full';
  /** Customer ID or name. Required for property and advertiser accounts. */
  readonly customer?: string;
  /** Reads the password. Null creates an account without a password, for which a one-time link is printed. */
  readonly password: (() => Promise<string>) | null;
};

/**
 * Creates an account that can sign in immediately (docs/threat-model.md#a19: sign-up never creates administrators).
 * Without a password, prints a one-time link. Throws `AdminError` if the address already has an account.
 */
export async function createUser(context: AdminContext, order: UserOrder): Promise<void> {
  const { config, print } = context;
  const key = emailKeyOf(order.email);
  if (isLookalikeEmail(key)) throw new AdminError(LOOKALIKE_EMAIL);
  const [firstName = '', ...others] = nameOf(order.name).split(' ');
  const customer = await customerOf(context, order);
  await refuseTaken(context, key);
  const password = order.password === null ? null : await order.password();
  if (password !== null) {
    const words = [firstName, ...others, customer?.name ?? ''];
    await refuseWeakPassword(password, { email: key, words, shortest: config.passwordMinLength });
  }
  const user = {
    id: newId(),
    first_name: firstName,
    last_name: others.join(' '),
    email: shownEmail(key),
    email_key: key,
    role: order.role,
    customer_id: customer?.id ?? null,
    password_hash: password === null ? null : await hashPassword(password),
  };
  await insertWithAudit(asCommandLine(context), async ({ tx, nowMs, note }) => {
    const detail = { role: order.role, customer: customer?.name ?? null, one_time_link: password === null };
    await note({ action: 'user.created', subject: key, detail });
    await refuseTaken({ ...context, accounts: tx }, key);
    await insertUser(tx, user, nowMs);
  });
  print(
    `Created ${key} (${order.role === 'full' ? 'sees everything' : order.role}${customer ? `, ${customer.name}` : ''}).`,
  );
  if (password === null) await printLink(context, user.id, key);
  else print(`Sign in at ${config.publicUrl}/login`);
}

/** Prints a link that signs in to the account once, within 15 minutes (docs/threat-model.md#b5). */
export async function printLoginLink(context: AdminContext, email: string): Promise<void> {
  const key = emailKeyOf(email);
  const user = await findUserByEmail(context.accounts, key);
  if (user === undefined) throw new AdminError(`${key} has no account. Create one with create-admin or create-user.`);
  if (user.disabled === 1) throw new AdminError(`The account ${key} is disabled.`);
  if (user.demo === 1 && !context.config.demo) throw new AdminError(`${key} is a demo account, but the demo is off.`);
  await printLink(context, user.id, key);
}

async function printLink(context: AdminContext, id: string, email: string): Promise<void> {
  const { config, print } = context;
  let code = '';
  const user = { table: 'users', claim: { id }, read: findUserById } as const;
  await updateWithVersion(asCommandLine(context), user, async ({ tx, nowMs }) => {
    code = await createLoginCode(tx, id, nowMs, { seconds: LINK_SECONDS });
    // A sign-in link for an unverified address would not work.
    const confirmed = await vouchForAddress(tx, id);
    const noted = { action: 'login-code.issued', subject: email } as const;
    if (confirmed) return { ...noted, detail: { seconds: LINK_SECONDS, address_confirmed: true } };
    return { ...noted, detail: { seconds: LINK_SECONDS }, leavesRow: true };
  });
  print(`Open this link within 15 minutes. It works once and signs in as ${email}:`);
  print(`${config.publicUrl}/login?token=${code}`);
}

function emailKeyOf(email: string): string {
  const key = emailKey(email);
  if (key === null) throw new AdminError(`'${email}' is not an email address. Enter one such as name@example.com.`);
  return key;
}

function nameOf(name = ''): string {
  const normal = plainText(name);
  if (normal.length > 120 || hasInvisible(normal))
    throw new AdminError('The name is too long or contains control characters.');
  return normal;
}

async function customerOf({ accounts }: AdminContext, { role, customer }: UserOrder): Promise<FoundCustomer | null> {
  if (role === 'admin' || role === 'full') {
    if (customer === undefined) return null;
    throw new AdminError(`The role ${role} sees every customer. Omit --customer.`);
  }
  if (customer === undefined) throw new AdminError(`The role ${role} requires --customer, an ID or name.`);
  const found = await findCustomer(accounts, customer);
  if (found.kind === role) return found;
  throw new AdminError(`'${found.name}' is a customer of the kind ${found.kind}, not ${role}.`);
}

async function refuseTaken({ accounts }: AdminContext, key: string): Promise<void> {
  if ((await findUserByEmail(accounts, key)) === undefined) return;
  throw new AdminError(`${key} already has an account. Use login-link to sign in to it.`);
}
