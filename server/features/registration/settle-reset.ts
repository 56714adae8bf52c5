import { HOUR_MS } from '#domain/durations.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { issueAccountToken, TOKEN_LIFE_MS } from '../../sign-in/account-token.ts';
import { findRuleOf } from '../../sign-in/sso-rule.ts';
import { demoAccountMail, resetMail } from './account-mails.ts';
import { mayMail } from './mail-limits.ts';
import { type AccountRequest, findAccountByEmail, prolongTokens, voidTokens } from './registration-queries.ts';
import { sourceOf } from './request-source.ts';

/**
 * Handles a password-reset request (docs/threat-model.md#a8): mails a link if the address has an account, else does
 * nothing. Above the limit it sends no mail, but extends the links of the last hour. A stranger who uses up the limit
 * cannot lock the owner out: the mailbox always holds a valid link.
 */
export async function settleReset(
  tx: AccountsDb,
  request: AccountRequest,
  { config, mail, now }: Pick<Dependencies, 'config' | 'mail' | 'now'>,
) {
  const { email_key: key, asked_from: ip, created_at: at } = request;
  const askedFrom = sourceOf(ip);
  const user = await findAccountByEmail(tx, key);
  if (user === undefined || user.disabled === 1) return;
  if ((await findRuleOf(tx, user)) !== undefined) return;
  const purpose = 'reset';
  if (!(await mayMail(tx, 'password', { toKey: key, askedFrom, now: now() }))) {
    const until = now() + TOKEN_LIFE_MS[purpose];
    return prolongTokens(tx, user.id, { purpose, createdAfter: now() - HOUR_MS, until });
  }
  const occasion = { at, from: ip, timeZone: config.networkTimeZone };
  if (user.demo === 1) return mail.send(tx, { ...demoAccountMail(occasion), to: key, askedFrom });
  await voidTokens(tx, user.id, { purposes: [purpose] });
  const token = await issueAccountToken(tx, { userId: user.id, purpose, now: now(), askedFrom });
  await mail.send(tx, { ...resetMail(occasion), to: key, token, askedFrom });
  const entry = { at, actorId: null, actor: '', action: 'password.reset-asked', subject: user.email, detail: {}, ip };
  await writeAudit(tx, entry);
}
