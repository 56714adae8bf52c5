import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { hashToken } from '../../lib/random-token.ts';
import { hashPassword } from '../../sign-in/password.ts';
import { refuseWeakPassword } from '../../sign-in/password-rule.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import { findRuleOf, ssoRequired } from '../../sign-in/sso-rule.ts';
import { passwordChangedMail } from './account-mails.ts';
import { consumeToken, findToken, setPassword, verifyAccount, voidTokens } from './registration-queries.ts';

type Settings = Pick<Dependencies, 'config' | 'accounts' | 'mail' | 'now'>;

const NO_TOKEN = 'There are no token';
const linkEnded = () => new AppError('invalid', 'This link has ended or was used already. Ask for a new one.');

/** Verifies the address that received a token. A second use changes nothing and succeeds (docs/threat-model.md#a10). */
export async function verifyByToken(token: string, ip: string, { accounts, now }: Settings): Promise<void> {
  if (token === '') throw new AppError('invalid', NO_TOKEN);
  const id = hashToken(token);
  const found = await findToken(accounts, id, ['verify']);
  if (found?.used_at !== null && found?.used_at !== undefined) return;
  await accounts.transaction().execute(async (tx) => {
    const at = now();
    if (found === undefined || (await consumeToken(tx, id, at)) === undefined) throw linkEnded();
    // An account that got rights meanwhile must not accept a password that a stranger may have chosen.
    const passwordHash = found.role === 'unassigned' ? found.password_hash : null;
    await verifyAccount(tx, found.id, { passwordHash, at });
    await voidTokens(tx, found.id, { purposes: ['verify'] });
    const { id: actorId, email } = found;
    await writeAudit(tx, { at, actorId, actor: email, action: 'account.verified', subject: email, detail: {}, ip });
  });
}

/**
 * Sets the password of a token's account, and ends everything that the previous password opened
 * (docs/threat-model.md#a8). Returns the account.
 */
export async function resetByToken(
  { token, password }: { token: string; password: string },
  ip: string,
  { config, accounts, mail, now }: Settings,
): Promise<{ readonly id: string; readonly emailKey: string }> {
  if (token === '') throw new AppError('invalid', NO_TOKEN);
  const id = hashToken(token);
  const user = await findToken(accounts, id, ['reset', 'invite']);
  if (user === undefined || user.used_at !== null || user.expires_at <= now()) throw linkEnded();
  const rule = await findRuleOf(accounts, user);
  if (rule !== undefined) throw ssoRequired(config, rule);
  if (password === '') throw new AppError('invalid', 'Password field is empty');
  const words = [user.first_name, user.last_name, user.customer_name ?? ''];
  await refuseWeakPassword(password, { email: user.email_key, words, shortest: config.passwordMinLength });
  const passwordHash = await hashPassword(password);
  await accounts.transaction().execute(async (tx) => {
    const at = now();
    if ((await consumeToken(tx, id, at)) === undefined) throw linkEnded();
    await setPassword(tx, user.id, { passwordHash, at });
    await voidTokens(tx, user.id, { purposes: ['verify', 'reset', 'invite'] });
    await endSessionsOf(tx, user.id, at);
    const action = user.purpose === 'invite' ? 'account.accepted' : 'password.reset';
    await writeAudit(tx, { at, actorId: user.id, actor: user.email, action, subject: user.email, detail: {}, ip });
    const occasion = { at, from: ip, timeZone: config.networkTimeZone };
    if (user.purpose === 'reset') await mail.send(tx, { ...passwordChangedMail(occasion), to: user.email_key });
  });
  return { id: user.id, emailKey: user.email_key };
}
