import type { FastifyInstance } from 'fastify';
import { v7 as newId } from 'uuid';
import {
  type ApiToken,
  createApiToken as createEndpoint,
  listApiTokens,
  listUserTokens,
  type NewApiToken,
  revokeApiToken as revokeEndpoint,
  revokeUserToken,
  TOKEN_DAYS,
} from '#contract/api-tokens.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { hasInvisible, plainText } from '#domain/plain-text.ts';
import { auditOwn } from '../../audit/own-audit.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { requireFreshLogin } from '../../http/fresh-login.ts';
import { sendNotice } from '../../mail/send-notice.ts';
import { createApiToken } from '../../sign-in/api-token.ts';
import { findApiTokensOf, findTokenOwner, insertApiToken, revokeApiToken } from '../../sign-in/api-token-queries.ts';

const LIMITS = { rateLimit: { max: 20, timeWindow: MINUTE_MS } } as const;
/** Tokens of one account that are good at a time. */
const MOST_TOKENS = 20;

type TokensDependencies = Pick<Dependencies, 'accounts' | 'mail' | 'now'>;
type Row = Awaited<ReturnType<typeof findApiTokensOf>>[number];

const isoOf = (at: number): string => new Date(at).toISOString();

const shown = (row: Row, now: number): ApiToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  reads_only: row.reads_only === 1,
  created_at: isoOf(row.created_at),
  expires_at: isoOf(row.expires_at),
  expired: row.expires_at <= now,
  last_used_at: row.last_used_at === null ? null : isoOf(row.last_used_at),
});

/** Tokens with which programs sign in: their owner makes and revokes them, administrators see and revoke. */
export function apiTokenRoutes(dependencies: TokensDependencies) {
  return async (app: FastifyInstance): Promise<void> => {
    addOwnRoutes(app, dependencies);
    addUserRoutes(app, dependencies);
  };
}

function addOwnRoutes(app: FastifyInstance, { accounts, mail, now }: TokensDependencies): void {
  const tokensOf = async (userId: string) => {
    const at = now();
    return { data: (await findApiTokensOf(accounts, userId)).map((row) => shown(row, at)) };
  };

  // Many sit behind a demo account: what one of them made is nobody else's business, and nobody makes any.
  addRoute(app, listApiTokens, async (request) =>
    callerOf(request).isDemo ? { data: [] } : tokensOf(callerOf(request).userId),
  );

  addRoute(
    app,
    createEndpoint,
    async (request) => {
      refuseDemoAccount(request);
      requireFreshLogin(request);
      const { userId, email } = callerOf(request);
      const { token, hash, prefix } = createApiToken();
      const at = now();
      return accounts.transaction().execute(async (tx) => {
        await takeAuditTurn(tx);
        const name = await checkedName(tx, userId, request.body.name, at);
        const row = rowOf(request.body, { userId, name, prefix, at });
        await insertApiToken(tx, { ...row, token_hash: hash });
        const { id, reads_only, expires_at } = row;
        const detail = { token: id, name, prefix, reads_only: reads_only === 1, expires: isoOf(expires_at) };
        await auditOwn(tx, request, { at, action: 'token.made', detail });
        await sendNotice(tx, mail, { email }, 'api-token-made');
        return { ...shown(row, at), token };
      });
    },
    LIMITS,
  );

  addRoute(app, revokeEndpoint, async (request) => {
    refuseDemoAccount(request);
    const { userId } = callerOf(request);
    const at = now();
    await accounts.transaction().execute(async (tx) => {
      const revoked = await revokeApiToken(tx, { userId, id: request.params.id, at });
      if (revoked === undefined) throw noSuchToken();
      await auditOwn(tx, request, { at, action: 'token.revoked', detail: { token: request.params.id, ...revoked } });
    });
    return { status: true };
  });
}

function rowOf(
  { reads_only: readsOnly, days = TOKEN_DAYS.usual }: NewApiToken,
  { userId, name, prefix, at }: { userId: string; name: string; prefix: string; at: number },
) {
  return {
    id: newId(),
    user_id: userId,
    name,
    prefix,
    reads_only: readsOnly ? 1 : 0,
    created_at: at,
    expires_at: at + days * DAY_MS,
    last_used_at: null,
    revoked_at: null,
  } as const;
}

async function checkedName(tx: AccountsDb, userId: string, typed: string, at: number): Promise<string> {
  const name = plainText(typed);
  if (name === '') throw new FieldError({ name: 'Give it a name by which you know it again.' });
  if (hasInvisible(name)) throw new FieldError({ name: 'This has invisible characters; type it again.' });
  const good = (await findApiTokensOf(tx, userId)).filter(({ expires_at: expiresAt }) => expiresAt > at);
  if (good.some((other) => other.name === name))
    throw new FieldError({ name: 'You have a token of this name. Revoke it, or take another name.' }, 'conflict');
  if (good.length >= MOST_TOKENS)
    throw new AppError('conflict', `You have ${MOST_TOKENS} tokens. Revoke one that you need no more.`);
  return name;
}

const noSuchToken = () => new AppError('not-found', 'There is no such token.');

function addUserRoutes(app: FastifyInstance, { accounts, now }: TokensDependencies): void {
  addRoute(app, listUserTokens, async (request) => {
    const owner = await findTokenOwner(accounts, request.params.id);
    if (owner === undefined) throw new AppError('not-found', 'There is no such account.');
    const at = now();
    return { data: (await findApiTokensOf(accounts, owner.id)).map((row) => shown(row, at)) };
  });

  addRoute(app, revokeUserToken, async (request) => {
    const { id: userId, token_id: id } = request.params;
    const at = now();
    await accounts.transaction().execute(async (tx) => {
      const owner = await findTokenOwner(tx, userId);
      const revoked = owner && (await revokeApiToken(tx, { userId, id, at }));
      if (owner === undefined || revoked === undefined) throw noSuchToken();
      const detail = { id: userId, token: id, ...revoked };
      await writeAudit(tx, { ...authorOf(request), at, action: 'user.token-revoked', subject: owner.email, detail });
    });
    return { status: true };
  });
}
