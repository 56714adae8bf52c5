import type { FastifyInstance } from 'fastify';
import type { ProviderName } from '#contract/auth.ts';
import { disconnectIdentity, linkIdentity, listOwnIdentities, visitProvider } from '#contract/identities.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { auditOwn } from '../../audit/own-audit.ts';
import { takeAuditTurn } from '../../audit/write-audit.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { requireFreshLogin } from '../../http/fresh-login.ts';
import type { Parts } from './auth-parts.ts';
import { findUser } from './auth-queries.ts';
import { refuseOtherProof } from './confirm-by-provider.ts';
import { deleteIdentity, findIdentities } from './identity-queries.ts';
import { linkByPassword } from './link-by-password.ts';
import { hasPasskey } from './passkey-queries.ts';
import { beginVisit } from './provider-visits.ts';

const LIMITS = { rateLimit: { max: 120, timeWindow: MINUTE_MS }, bodyLimit: 8 * 1024 } as const;

/** Providers that are connected with the caller's account. */
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
      // If two are removed at once, the second call sees that it removes the last one.
      await takeAuditTurn(tx);
      const identities = await findIdentities(tx, userId);
      const found = identities.find((identity) => identity.id === id);
      if (found === undefined) throw new AppError('not-found', 'That provider is not connected.');
      const isOnly = identities.length === 1 && !(await hasPasskey(tx, userId));
      if (isOnly && (await findUser(tx, userId))?.password_hash === null) {
        throw new AppError('conflict', 'It is the only way into this account. Choose a password first.');
      }
      await deleteIdentity(tx, userId, id);
      await auditOwn(tx, request, { at: now(), action: 'identity.disconnected', detail: { provider: found.provider } });
    });
    return { status: true };
  });
}
