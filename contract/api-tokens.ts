import * as Type from 'typebox';
import { RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';

/** Days that a token is good for: unless chosen otherwise, and at most. */
export const TOKEN_DAYS = { usual: 90, most: 365 } as const;
export const TOKEN_NAME_LENGTH = 60;

/** A token as its owner and administrators see it: never the secret. */
export const ApiToken = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** How the secret begins. */
  prefix: Type.String(),
  /** Passes GET alone. */
  reads_only: Type.Boolean(),
  created_at: Type.String(),
  expires_at: Type.String(),
  /** Its time is over. */
  expired: Type.Boolean(),
  /** Exact to the hour; null for one that was never used. */
  last_used_at: Type.Union([Type.String(), Type.Null()]),
});
export type ApiToken = Type.Static<typeof ApiToken>;

const Tokens = Type.Object({ data: Type.Array(ApiToken) });
const Done = Type.Object({ status: Type.Boolean() });

export const listApiTokens = {
  method: 'GET',
  url: '/account/tokens',
  allowed: 'session',
  summary: 'The own API tokens, newest first',
  schema: { response: { 200: Tokens } },
} as const satisfies Endpoint;

export const NewApiToken = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: TOKEN_NAME_LENGTH }),
    reads_only: Type.Boolean(),
    /** Days that it is good for. */
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: TOKEN_DAYS.most })),
  },
  { additionalProperties: false },
);
export type NewApiToken = Type.Static<typeof NewApiToken>;

export const createApiToken = {
  method: 'POST',
  url: '/account/tokens',
  allowed: 'session',
  summary: 'Make an API token (needs a fresh login); its secret is in this answer and never again',
  schema: {
    body: NewApiToken,
    response: { 200: Type.Object({ ...ApiToken.properties, token: Type.String({ description: 'vbt_…' }) }) },
  },
} as const satisfies Endpoint;

export const revokeApiToken = {
  method: 'DELETE',
  url: '/account/tokens/:id',
  allowed: 'session',
  summary: 'Revoke one of the own API tokens: its next call is refused',
  schema: { params: Type.Object({ id: RowId }), response: { 200: Done } },
} as const satisfies Endpoint;

export const listUserTokens = {
  method: 'GET',
  url: '/users/:id/tokens',
  allowed: 'admin',
  summary: 'The API tokens of an account',
  schema: { params: Type.Object({ id: RowId }), response: { 200: Tokens } },
} as const satisfies Endpoint;

export const revokeUserToken = {
  method: 'DELETE',
  url: '/users/:id/tokens/:token_id',
  allowed: 'admin',
  summary: 'Revoke an API token of an account',
  schema: { params: Type.Object({ id: RowId, token_id: RowId }), response: { 200: Done } },
} as const satisfies Endpoint;
