import * as Type from 'typebox';
import { RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { PageQuery, TablePage } from './pagination.ts';
import { TOKEN_SCOPES, TokenScopeSchema } from './token-scopes.ts';

/** Default and maximum lifetime of a token, in days. */
export const TOKEN_DAYS = { usual: 90, most: 365 } as const;
export const TOKEN_NAME_LENGTH = 60;
/** Maximum number of addresses and networks per token. */
export const MOST_TOKEN_ADDRESSES = 20;

/** A token as shown to its owner and to administrators, never with the secret. */
export const ApiToken = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** The first characters of the secret. */
  prefix: Type.String(),
  /** Permitted calls, limited to the owner's own rights. */
  scopes: Type.Array(TokenScopeSchema),
  /** Addresses and networks (CIDR) that may use the token. Empty if any address may. */
  addresses: Type.Array(Type.String()),
  /**
   * Whether the token writes money and still needs another administrator's approval. Until then, every call is
   * rejected.
   */
  pending: Type.Boolean(),
  created_at: Type.String(),
  expires_at: Type.String(),
  /** Whether the token has expired. */
  expired: Type.Boolean(),
  /** Accurate to the hour. Null if the token was never used. */
  last_used_at: Type.Union([Type.String(), Type.Null()]),
});
export type ApiToken = Type.Static<typeof ApiToken>;

const Tokens = Type.Object({ data: Type.Array(ApiToken) });
const Done = Type.Object({ status: Type.Boolean() });

export const listApiTokens = {
  method: 'GET',
  url: '/account/tokens',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'List your API tokens, newest first',
  schema: { response: { 200: Tokens } },
} as const satisfies Endpoint;

export const NewApiToken = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: TOKEN_NAME_LENGTH }),
    scopes: Type.Array(TokenScopeSchema, { minItems: 1, maxItems: TOKEN_SCOPES.length, uniqueItems: true }),
    /** Addresses and networks (CIDR) that may use the token. Absent if any address may. */
    addresses: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: MOST_TOKEN_ADDRESSES, uniqueItems: true }),
    ),
    /** Lifetime in days. */
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: TOKEN_DAYS.most })),
  },
  { additionalProperties: false },
);
export type NewApiToken = Type.Static<typeof NewApiToken>;

export const createApiToken = {
  method: 'POST',
  url: '/account/tokens',
  allowed: 'session',
  tokenScope: 'none',
  stepUp: true,
  summary:
    'Create an API token; only this response contains its secret. A token with money:write needs approval by another administrator',
  schema: {
    body: NewApiToken,
    response: { 200: Type.Object({ ...ApiToken.properties, token: Type.String({ description: 'vbt_…' }) }) },
  },
} as const satisfies Endpoint;

export const revokeApiToken = {
  method: 'DELETE',
  url: '/account/tokens/:id',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Revoke one of your API tokens; its next call is refused',
  schema: { params: Type.Object({ id: RowId }), response: { 200: Done } },
} as const satisfies Endpoint;

export const listUserTokens = {
  method: 'GET',
  url: '/users/:id/tokens',
  allowed: 'admin',
  tokenScope: 'none',
  summary: "List an account's API tokens",
  schema: { params: Type.Object({ id: RowId }), response: { 200: Tokens } },
} as const satisfies Endpoint;

export const revokeUserToken = {
  method: 'DELETE',
  url: '/users/:id/tokens/:token_id',
  allowed: 'admin',
  tokenScope: 'none',
  summary: "Revoke an account's API token",
  schema: { params: Type.Object({ id: RowId, token_id: RowId }), response: { 200: Done } },
} as const satisfies Endpoint;

/** A token that writes money and waits for another administrator's approval. */
export const TokenRequest = Type.Object({
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String(),
  scopes: Type.Array(TokenScopeSchema),
  /** The email address of the administrator who created the token. */
  owner: Type.String(),
  created_at: Type.String(),
  expires_at: Type.String(),
  /** Whether the user may approve the token. The owner may not, unless the network has only one administrator. */
  may_approve: Type.Boolean(),
});
export type TokenRequest = Type.Static<typeof TokenRequest>;

export const listTokenRequests = {
  method: 'GET',
  url: '/token-requests',
  allowed: 'admin',
  tokenScope: 'none',
  summary: 'List API tokens with money:write that need approval, newest first',
  schema: {
    querystring: Type.Object({ page: PageQuery.page, limit: PageQuery.limit }, { additionalProperties: false }),
    response: { 200: TablePage(TokenRequest) },
  },
} as const satisfies Endpoint;

export const approveTokenRequest = {
  method: 'POST',
  url: '/token-requests/:id/approve',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Approve an API token that another administrator created',
  schema: { params: Type.Object({ id: RowId }), response: { 200: Done } },
} as const satisfies Endpoint;

export const declineTokenRequest = {
  method: 'POST',
  url: '/token-requests/:id/decline',
  allowed: 'admin',
  tokenScope: 'none',
  summary: 'Decline an API token that needs approval; it is revoked',
  schema: { params: Type.Object({ id: RowId }), response: { 200: Done } },
} as const satisfies Endpoint;
