import { v7 as newId } from 'uuid';
import { personKeys } from '#domain/person-names.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shownEmail } from '../../lib/shown-email.ts';
import { issueAccountToken } from '../../sign-in/account-token.ts';
import { alreadyRegisteredMail, invitationAgainMail, invitationOnlyMail, verifyMail } from './account-mails.ts';
import { mayMail } from './mail-limits.ts';
import {
  type AccountRequest,
  countPendingAccounts,
  findAccountByEmail,
  insertAccount,
  lockUnverified,
  voidTokens,
} from './registration-queries.ts';
import { sourceOf } from './request-source.ts';

/** Maximum number of unverified accounts (docs/threat-model.md#a22). */
const MOST_PENDING = 10_000;

type Settings = Pick<Dependencies, 'config' | 'mail' | 'now'>;

/**
 * Handles a registration in one transaction with its mail (docs/threat-model.md#a1, #a3). Only the mailbox receives
 * the result: a new account and its link, the link again, or that the account exists.
 */
export async function settleSignUp(tx: AccountsDb, request: AccountRequest, { config, mail, now }: Settings) {
  const { email_key: key, asked_from: ip, created_at: at } = request;
  const askedFrom = sourceOf(ip);
  if (!(await mayMail(tx, 'registration', { toKey: key, askedFrom, now: now() }))) return;
  const found = await findAccountByEmail(tx, key);
  const occasion = { at, from: ip, timeZone: config.networkTimeZone };
  const send = (order: Omit<Parameters<typeof mail.send>[1], 'to' | 'askedFrom'>) =>
    mail.send(tx, { ...order, to: key, askedFrom });

  if (found?.disabled === 1) return;
  if (found?.email_verified === 1) return send(alreadyRegisteredMail(occasion));
  if (found !== undefined && (found.role !== 'unassigned' || found.created_by_id !== null)) {
    // An administrator gave this account rights. Its owner chooses the password with the new mail.
    await voidTokens(tx, found.id, { purposes: ['invite'] });
    const token = await issueAccountToken(tx, { userId: found.id, purpose: 'invite', now: now(), askedFrom });
    return send({ ...invitationAgainMail(occasion), token });
  }
  if (found === undefined && config.signUp !== 'open') return send(invitationOnlyMail(occasion));
  const userId = found?.id ?? (await register(tx, request, now()));
  if (userId === null) return;
  // A provider or another link may have verified the account since it was read. In that case, no password may stay
  // pending.
  if (!(await lockUnverified(tx, userId))) return send(alreadyRegisteredMail(occasion));
  // Voids only links from the same source: a stranger elsewhere must not void the link that the address's owner has
  // just received.
  await voidTokens(tx, userId, { purposes: ['verify'], askedFrom });
  const { password_hash: passwordHash } = request;
  const token = await issueAccountToken(tx, {
    userId,
    purpose: 'verify',
    now: now(),
    askedFrom,
    ...(passwordHash === null ? {} : { passwordHash }),
  });
  await send({ ...verifyMail(occasion), token });
}

/**
 * Creates an account, or returns null if too many are unverified. The account sees nothing until an administrator
 * links it, and has no password until its address is verified.
 */
async function register(tx: AccountsDb, { email_key: email, asked_from: ip }: AccountRequest, at: number) {
  if ((await countPendingAccounts(tx)) >= MOST_PENDING) return null;
  const id = newId();
  await insertAccount(tx, {
    id,
    first_name: '',
    last_name: '',
    ...personKeys('', ''),
    email: shownEmail(email),
    email_key: email,
    email_verified: 0,
    phone_number: '',
    avatar: '[]',
    provider: 'local',
    role: 'unassigned',
    customer_id: null,
    disabled: 0,
    demo: 0,
    password_hash: null,
    import_hash: null,
    authentication_uid: null,
    created_at: at,
    updated_at: at,
    created_by_id: null,
    updated_by_id: null,
    deleted_at: null,
  });
  const entry = { at, actorId: id, actor: email, action: 'account.registered', subject: email, detail: {}, ip };
  await writeAudit(tx, entry);
  return id;
}
