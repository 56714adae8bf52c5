import * as Type from 'typebox';
import { LoginAnswer, ProviderName } from './auth.ts';
import type { Endpoint } from './endpoint.ts';

/** Providers redirect the browser to this endpoint, and may add any parameters. */
export const providerCallback = {
  method: 'GET',
  url: '/auth/callback/:provider',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Callback from a provider; redirects to the web client',
  schema: {
    params: Type.Object({ provider: ProviderName }),
    querystring: Type.Object({
      state: Type.Optional(Type.String({ maxLength: 200 })),
      code: Type.Optional(Type.String({ maxLength: 4_000 })),
      error: Type.Optional(Type.String({ maxLength: 200 })),
    }),
  },
  documented: { response: { 302: Type.Null() } },
} as const satisfies Endpoint;

/** Links a provider to the existing account with the same email address, and signs in (docs/threat-model.md#a18). */
export const linkIdentity = {
  method: 'POST',
  url: '/auth/link',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Connect a provider to an existing account, using its password',
  schema: {
    body: Type.Object(
      {
        /** The `link` parameter in the login page's URL. */
        request: Type.String({ minLength: 1, maxLength: 100 }),
        password: Type.String({ minLength: 1, maxLength: 1024 }),
      },
      { additionalProperties: false },
    ),
    response: { 200: LoginAnswer },
  },
} as const satisfies Endpoint;

/** An account at a provider that can be used to sign in to the user's account. */
export const OwnIdentity = Type.Object({
  id: Type.String(),
  provider: ProviderName,
  label: Type.String(),
  /** As the provider reported it. */
  email: Type.String(),
  connected_at: Type.String(),
  last_used_at: Type.String(),
});
export type OwnIdentity = Type.Static<typeof OwnIdentity>;

export const listOwnIdentities = {
  method: 'GET',
  url: '/auth/identities',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'List the providers that can sign in to the account',
  schema: { response: { 200: Type.Object({ data: Type.Array(OwnIdentity) }) } },
} as const satisfies Endpoint;

export const visitProvider = {
  method: 'POST',
  url: '/auth/identities',
  allowed: 'session',
  tokenScope: 'none',
  summary:
    'Go to a provider to connect it (after a fresh confirmation), or to confirm your identity if you have no password or second factor',
  schema: {
    body: Type.Object(
      {
        provider: ProviderName,
        purpose: Type.Union([Type.Literal('connect'), Type.Literal('confirm')]),
        from: Type.Optional(Type.String({ maxLength: 2_000 })),
      },
      { additionalProperties: false },
    ),
    response: { 200: Type.Object({ redirect: Type.String() }) },
  },
} as const satisfies Endpoint;

export const disconnectIdentity = {
  method: 'DELETE',
  url: '/auth/identities/:id',
  allowed: 'session',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Disconnect a provider',
  schema: {
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64, pattern: '^[0-9a-f-]+$' }) }),
    response: { 200: Type.Object({ status: Type.Boolean() }) },
  },
} as const satisfies Endpoint;
