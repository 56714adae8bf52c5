import * as Type from 'typebox';
import { LoginAnswer } from './auth.ts';
import { RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';

/** Returns a schema for base64url text, the encoding of bytes in WebAuthn JSON. */
const bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });
const CredentialId = bytes(1_400);
const Transports = Type.Array(Type.String({ maxLength: 40, pattern: '^[a-z-]+$' }), { maxItems: 10 });
const KnownCredentials = Type.Array(Type.Object({ id: Type.String(), transports: Type.Array(Type.String()) }));
const Name = Type.String({ minLength: 1, maxLength: 60 });
const Done = Type.Object({ status: Type.Boolean() });

/** A signed assertion: the parts of WebAuthn's AuthenticationResponseJSON that the server checks. */
export const PasskeyAssertion = Type.Object(
  {
    credential_id: CredentialId,
    client_data: bytes(4_000),
    authenticator_data: bytes(4_000),
    signature: bytes(4_000),
    /** The passkey's account. Authenticators omit it if the server listed the passkeys. */
    user_handle: Type.Optional(bytes(100)),
  },
  { additionalProperties: false },
);
export type PasskeyAssertion = Type.Static<typeof PasskeyAssertion>;

/** Options for the browser's signature request. User verification is always required. */
export const PasskeyRequest = Type.Object({
  challenge: Type.String(),
  rp_id: Type.String(),
  timeout_ms: Type.Integer(),
  /** Passkeys that may sign in. Empty for any passkey on this site. */
  credentials: KnownCredentials,
});
export type PasskeyRequest = Type.Static<typeof PasskeyRequest>;

export const beginPasskeySignIn = {
  method: 'POST',
  url: '/auth/passkeys/sign-in/options',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Get a passkey challenge, to sign in with a passkey only or as the second step of a sign-in',
  schema: {
    body: Type.Object(
      {
        /** The `challenge` from the first step. */
        challenge: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      },
      { additionalProperties: false },
    ),
    response: { 200: PasskeyRequest },
  },
} as const satisfies Endpoint;

export const signInByPasskey = {
  method: 'POST',
  url: '/auth/passkeys/sign-in',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Sign in with a passkey only',
  schema: {
    body: Type.Object({ passkey: PasskeyAssertion }, { additionalProperties: false }),
    response: { 200: LoginAnswer },
  },
} as const satisfies Endpoint;

export const beginPasskeyConfirmation = {
  method: 'POST',
  url: '/auth/passkeys/confirm/options',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Get a passkey challenge to confirm the session (POST /auth/confirm)',
  schema: { response: { 200: PasskeyRequest } },
} as const satisfies Endpoint;

export const Passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Whether the provider syncs the passkey to the owner's other devices. */
  synced: Type.Boolean(),
  created_at: Type.String(),
  last_used_at: Type.Union([Type.String(), Type.Null()]),
});
export type Passkey = Type.Static<typeof Passkey>;

export const listPasskeys = {
  method: 'GET',
  url: '/auth/passkeys',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'List your passkeys',
  schema: { response: { 200: Type.Object({ data: Type.Array(Passkey) }) } },
} as const satisfies Endpoint;

/** Options for the browser to create a passkey. */
export const NewPasskeyOptions = Type.Object({
  challenge: Type.String(),
  rp_id: Type.String(),
  rp_name: Type.String(),
  user_id: Type.String(),
  user_name: Type.String(),
  display_name: Type.String(),
  /** COSE algorithm numbers. */
  algorithms: Type.Array(Type.Integer()),
  timeout_ms: Type.Integer(),
  /** Passkeys that already exist. An authenticator that has one of these does not create a second passkey. */
  exclude: KnownCredentials,
});
export type NewPasskeyOptions = Type.Static<typeof NewPasskeyOptions>;

export const beginPasskey = {
  method: 'POST',
  url: '/auth/passkeys/options',
  allowed: 'session',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Start adding a passkey',
  schema: { response: { 200: NewPasskeyOptions } },
} as const satisfies Endpoint;

export const addPasskey = {
  method: 'POST',
  url: '/auth/passkeys',
  allowed: 'session',
  tokenScope: 'none',
  summary:
    'Add the passkey that an authenticator created. The first one turns on the second factor, returns recovery codes once, and ends all other sessions',
  schema: {
    body: Type.Object(
      {
        name: Name,
        credential_id: CredentialId,
        client_data: bytes(4_000),
        attestation_object: bytes(8_000),
        transports: Transports,
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object({
        passkey: Passkey,
        /** Empty if the account already has recovery codes. */
        recovery_codes: Type.Array(Type.String()),
      }),
    },
  },
} as const satisfies Endpoint;
export type NewPasskey = Type.Static<typeof addPasskey.schema.body>;

const OnePasskey = Type.Object({ id: RowId });

export const renamePasskey = {
  method: 'PATCH',
  url: '/auth/passkeys/:id',
  allowed: 'session',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Rename a passkey',
  schema: {
    params: OnePasskey,
    body: Type.Object({ name: Name }, { additionalProperties: false }),
    response: { 200: Done },
  },
} as const satisfies Endpoint;

export const removePasskey = {
  method: 'DELETE',
  url: '/auth/passkeys/:id',
  allowed: 'session',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Remove a passkey. If no passkey or authenticator app is left, the second factor is off',
  schema: { params: OnePasskey, response: { 200: Done } },
} as const satisfies Endpoint;
