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
import { TOKEN_SCOPES } from '#contract/token-scopes.ts';
import { isAddressOrNetwork } from '#domain/address-list.ts';
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
import { sendNotice } from '../../mail/send-notice.ts';
import {
  createApiToken,
  needsApproval,
  readAddresses,
  readScopes,
  storedAddresses,
  storedScopes,
} from '../../sign-in/api-token.ts';
import { findApiTokensOf, findTokenOwner, insertApiToken, revokeApiToken } from '../../sign-in/api-token-queries.ts';
import { addRequestRoutes, askForApproval } from './token-requests.ts';

const LIMITS = { rateLimit: { max: 20, timeWindow: MINUTE_MS } } as const;
/** Maximum number of valid tokens per user. */
const MOST_TOKENS = 20;

type TokensDependencies = Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>;
type Row = Awaited<ReturnType<typeof findApiTokensOf>>[number];

const isoOf = (at: number): string => new Date(at).toISOString();

const shown = (row: Row, now: number): ApiToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: [...readScopes(row.scopes)],
  addresses: [...readAddresses(row.addresses)],
  pending: needsApproval(readScopes(row.scopes)) && row.approved_at === null,
  created_at: isoOf(row.created_at),
  expires_at: isoOf(row.expires_at),
  expired: row.expires_at <= now,
  last_used_at: row.last_used_at === null ? null : isoOf(row.last_used_at),
});

/**
 * Registers the routes for API tokens, which programs use. Their owners create and revoke them; administrators list
 * and revoke them.
 */
export function apiTokenRoutes(dependencies: TokensDependencies) {
  return async (app: FastifyInstance): Promise<void> => {
    addOwnRoutes(app, dependencies);
    addUserRoutes(app, dependencies);
    addRequestRoutes(app, dependencies);
  };
}

function addOwnRoutes(app: FastifyInstance, { accounts, mail, now }: TokensDependencies): void {
  const tokensOf = async (userId: string) => {
    const at = now();
    return { data: (await findApiTokensOf(accounts, userId)).map((row) => shown(row, at)) };
  };

  // Many people share a demo account, so its tokens are hidden and it cannot create any.
  addRoute(app, listApiTokens, async (request) =>
    callerOf(request).isDemo ? { data: [] } : tokensOf(callerOf(request).userId),
  );

  addRoute(
    app,
    createEndpoint,
    async (request) => {
      refuseDemoAccount(request);
      const { userId, email, role } = callerOf(request);
      const { scopes, addresses = [] } = request.body;
      const wrong = addresses.find((address) => !isAddressOrNetwork(address));
      if (wrong !== undefined)
        throw new FieldError({
          addresses: `${wrong} is not an address or network. Use a format such as 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32.`,
        });
      if (needsApproval(scopes) && role !== 'admin')
        throw new FieldError({ scopes: 'Only administrators can create tokens with this scope.' });
      const { token, hash, prefix } = createApiToken();
      const at = now();
      return accounts.transaction().execute(async (tx) => {
        await takeAuditTurn(tx);
        const name = await checkedName(tx, userId, request.body.name, at);
        const row = rowOf(request.body, { userId, name, prefix, at });
        await insertApiToken(tx, { ...row, token_hash: hash });
        const { id, expires_at } = row;
        const detail = {
          token: id,
          name,
          prefix,
          scopes: row.scopes,
          addresses: row.addresses,
          expires: isoOf(expires_at),
        };
        await auditOwn(tx, request, { at, action: 'token.made', detail });
        await sendNotice(tx, mail, { email }, 'api-token-made');
        if (needsApproval(scopes)) await askForApproval(tx, mail, { userId, email, name });
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
  { scopes, addresses = [], days = TOKEN_DAYS.usual }: NewApiToken,
  { userId, name, prefix, at }: { userId: string; name: string; prefix: string; at: number },
) {
  return {
    id: newId(),
    user_id: userId,
    name,
    prefix,
    reads_only: 1,
    scopes: storedScopes(TOKEN_SCOPES.filter((scope) => scopes.includes(scope))),
    addresses: storedAddresses(addresses),
    approved_at: null,
    created_at: at,
    expires_at: at + days * DAY_MS,
    last_used_at: null,
    revoked_at: null,
  } as const;
}

async function checkedName(tx: AccountsDb, userId: string, typed: string, at: number): Promise<string> {
  const name = plainText(typed);
  if (name === '') throw new FieldError({ name: 'Enter a name.' });
  if (hasInvisible(name)) throw new FieldError({ name: 'The name contains invisible characters. Type it again.' });
  const good = (await findApiTokensOf(tx, userId)).filter(({ expires_at: expiresAt }) => expiresAt > at);
  if (good.some((other) => other.name === name))
    throw new FieldError(
      { name: 'You already have a token with this name. Revoke it, or choose another name.' },
      'conflict',
    );
  if (good.length >= MOST_TOKENS)
    throw new AppError('conflict', `You already have ${MOST_TOKENS} tokens. Revoke one that you no longer need.`);
  return name;
}

const noSuchToken = () => new AppError('not-found', 'Token not found.');

function addUserRoutes(app: FastifyInstance, { accounts, now }: TokensDependencies): void {
  addRoute(app, listUserTokens, async (request) => {
    const owner = await findTokenOwner(accounts, request.params.id);
    if (owner === undefined) throw new AppError('not-found', 'Account not found.');
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
