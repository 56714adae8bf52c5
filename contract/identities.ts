import * as Type from 'typebox';
import { LoginAnswer, ProviderName } from './auth.ts';
import type { Endpoint } from './endpoint.ts';

/** Where providers send the browser back to; they add what they like to the address. */
export const providerCallback = {
  method: 'GET',
  url: '/auth/callback/:provider',
  allowed: 'anyone',
  summary: 'The way back from a provider; answers a redirect to the web client',
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

/** Connects a provider with the account that has its e-mail address already, and signs in (docs/threat-model.md#a18). */
export const linkIdentity = {
  method: 'POST',
  url: '/auth/link',
  allowed: 'anyone',
  summary: 'Connect a provider with an existing account by its password',
  schema: {
    body: Type.Object(
      {
        /** From the address of the login page, as `link`. */
        request: Type.String({ minLength: 1, maxLength: 100 }),
        password: Type.String({ minLength: 1, maxLength: 1024 }),
      },
      { additionalProperties: false },
    ),
    response: { 200: LoginAnswer },
  },
} as const satisfies Endpoint;

/** An account at a provider through which the own one can be entered. */
export const OwnIdentity = Type.Object({
  id: Type.String(),
  provider: ProviderName,
  label: Type.String(),
  /** As the provider said. */
  email: Type.String(),
  connected_at: Type.String(),
  last_used_at: Type.String(),
});
export type OwnIdentity = Type.Static<typeof OwnIdentity>;

export const listOwnIdentities = {
  method: 'GET',
  url: '/auth/identities',
  allowed: 'session',
  summary: 'Providers through which the account can be entered',
  schema: { response: { 200: Type.Object({ data: Type.Array(OwnIdentity) }) } },
} as const satisfies Endpoint;

export const visitProvider = {
  method: 'POST',
  url: '/auth/identities',
  allowed: 'session',
  summary:
    'Go to a provider to connect it (needs a fresh login), or, without password and second factor, to confirm that it is you',
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
  summary: 'Disconnect a provider (needs a fresh login)',
  schema: {
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64, pattern: '^[0-9a-f-]+$' }) }),
    response: { 200: Type.Object({ status: Type.Boolean() }) },
  },
} as const satisfies Endpoint;
