import type { FastifyRequest } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import { AppError } from '../../http/app-error.ts';
import { hashToken } from '../../lib/random-token.ts';
import { sendNotice } from '../../mail/send-notice.ts';
import { checkPassword } from '../../sign-in/password.ts';
import type { Parts } from './auth-parts.ts';
import { findUser } from './auth-queries.ts';
import { connectIdentity, spendLinkRequest, tryLinkRequest } from './identity-queries.ts';
import type { Entered } from './sign-in.ts';

const TRIES = 5;
const ended = () => new AppError('invalid', 'This sign-in is no longer good. Start again.');

/**
 * Connects the provider of a link request with the account of its address, after that account's password. Then signs
 * in. Works only in the browser that came from the provider. Guesses count as for any login.
 */
export async function linkByPassword(
  { accounts, clients, mail, marks, now, signIn }: Parts,
  request: FastifyRequest,
  order: { readonly request: string; readonly password: string },
): Promise<Entered> {
  const hash = hashToken(order.request);
  const asked = await tryLinkRequest(accounts, hash, now(), TRIES);
  const user = asked && (await findUser(accounts, asked.user_id));
  if (!asked || !marks.fits(request, asked.browser_hash) || !signIn.mayHaveSession(user)) throw ended();
  const client = clients.of(request);
  await signIn.guarded(user, client, () => checkPassword(order.password, user.password_hash));
  if (!(await spendLinkRequest(accounts, hash, now()))) throw ended();
  const { provider, issuer } = asked;
  await accounts.transaction().execute(async (tx) => {
    await connectIdentity(tx, user.id, { ...asked, provider: provider as 'google' }, now());
    const entry = { actorId: user.id, actor: user.email, subject: user.email, action: 'identity.connected' };
    await writeAudit(tx, { at: now(), ...entry, detail: { provider, issuer }, ip: request.ip });
    await sendNotice(tx, mail, user, 'provider-connected');
  });
  return signIn.enter(user, client, provider);
}
