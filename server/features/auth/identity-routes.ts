import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ProviderName } from '#contract/auth.ts';
import { disconnectIdentity, linkIdentity, listOwnIdentities, visitProvider } from '#contract/identities.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { auditOwn } from '../../audit/own-audit.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { requireFreshLogin } from '../../http/fresh-login.ts';
import { hashToken } from '../../lib/random-token.ts';
import { sendNotice } from '../../mail/send-notice.ts';
import { checkPassword } from '../../sign-in/password.ts';
import type { Parts } from './auth-parts.ts';
import { findUser } from './auth-queries.ts';
import { refuseOtherProof } from './confirm-by-provider.ts';
import {
  connectIdentity,
  deleteIdentity,
  findIdentities,
  spendLinkRequest,
  tryLinkRequest,
} from './identity-queries.ts';
import { hasPasskey } from './passkey-queries.ts';
import { beginVisit } from './provider-visits.ts';
import type { Entered } from './sign-in.ts';

const LIMITS = { rateLimit: { max: 120, timeWindow: MINUTE_MS }, bodyLimit: 8 * 1024 } as const;

/** Registers the routes for the providers that are linked to the caller's account. */
export function addIdentityRoutes(app: FastifyInstance, parts: Parts): void {
  const { accounts, config, now, clients } = parts;
  const labelOf = (provider: string) => config.signInProviders.find(({ name }) => name === provider)?.label ?? provider;

  addRoute(
    app,
    linkIdentity,
    async (request, reply) => clients.answer(request, reply, await linkByPassword(parts, request, request.body)),
    LIMITS,
  );

  addRoute(app, listOwnIdentities, async (request) => {
    const rows = await findIdentities(accounts, callerOf(request).userId);
    const data = rows.map(({ id, provider, email, created_at, last_used_at }) => ({
      id,
      provider: provider as ProviderName,
      label: labelOf(provider),
      email,
      connected_at: new Date(created_at).toISOString(),
      last_used_at: new Date(last_used_at).toISOString(),
    }));
    return { data };
  });

  addRoute(
    app,
    visitProvider,
    async (request, reply) => {
      refuseDemoAccount(request);
      const { provider, purpose, from } = request.body;
      if (purpose === 'connect') requireFreshLogin(request);
      const { userId, sessionId } = callerOf(request);
      if (purpose === 'confirm') await refuseOtherProof(parts, userId);
      return { redirect: await beginVisit(parts, request, reply, { provider, purpose, sessionId, from }) };
    },
    LIMITS,
  );

  addRoute(app, disconnectIdentity, async (request) => {
    refuseDemoAccount(request);
    const { userId } = callerOf(request);
    const { id } = request.params;
    await accounts.transaction().execute(async (tx) => {
      // Serializes simultaneous removals, so that the second one sees that it would remove the last provider.
      await takeAuditTurn(tx);
      const identities = await findIdentities(tx, userId);
      const found = identities.find((identity) => identity.id === id);
      if (found === undefined) throw new AppError('not-found', 'This provider isn’t connected.');
      const isOnly = identities.length === 1 && !(await hasPasskey(tx, userId));
      if (isOnly && (await findUser(tx, userId))?.password_hash === null) {
        throw new AppError('conflict', 'This is the only way to sign in to this account. Choose a password first.');
      }
      await deleteIdentity(tx, userId, id);
      await auditOwn(tx, request, { at: now(), action: 'identity.disconnected', detail: { provider: found.provider } });
    });
    return { status: true };
  });
}

const TRIES = 5;
const ended = () => new AppError('invalid', 'This sign-in has expired. Start again.');

/**
 * Links the provider of a link request to the account that has the same address, after checking that account's
 * password, and signs in. Works only in the browser that returned from the provider. Wrong passwords count as for any
 * sign-in.
 */
async function linkByPassword(
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
