import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { PasskeyAssertion } from './passkeys.ts';

const Done = Type.Object({ status: Type.Boolean() });

/** A session of the account. */
export const OwnSession = Type.Object({
  id: Type.String(),
  /** Readable text, such as `Chrome on Windows`. */
  device: Type.String(),
  kind: Type.Union([Type.Literal('desktop'), Type.Literal('mobile'), Type.Literal('tablet'), Type.Literal('other')]),
  /** Readable text, derived from the truncated address. */
  place: Type.String(),
  /** The sign-in method: password, passkey, link, or a provider name. Empty if unknown. */
  method: Type.String(),
  started_at: Type.String(),
  last_used_at: Type.String(),
  /** Whether this is the session of the request. */
  current: Type.Boolean(),
});
export type OwnSession = Type.Static<typeof OwnSession>;

export const listOwnSessions = {
  method: 'GET',
  url: '/auth/sessions',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'List your sessions; for a demo account, only the current one',
  schema: { response: { 200: Type.Object({ data: Type.Array(OwnSession) }) } },
} as const satisfies Endpoint;

const SessionId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64, pattern: '^[0-9a-f-]+$' }) });

export const endOwnSession = {
  method: 'DELETE',
  url: '/auth/sessions/:id',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'End one of your sessions',
  schema: { params: SessionId, response: { 200: Done } },
} as const satisfies Endpoint;

export const endOtherSessions = {
  method: 'DELETE',
  url: '/auth/sessions',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'End all your sessions except the current one',
  schema: { response: { 200: Type.Object({ status: Type.Boolean(), ended: Type.Integer() }) } },
} as const satisfies Endpoint;

/** A password, code or passkey, depending on which of these the user has. */
export const ConfirmRequest = Type.Union([
  Type.Object({ password: Type.String({ minLength: 1, maxLength: 1024 }) }, { additionalProperties: false }),
  Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) }, { additionalProperties: false }),
  Type.Object({ passkey: PasskeyAssertion }, { additionalProperties: false }),
]);
export type ConfirmRequest = Type.Static<typeof ConfirmRequest>;

/** Makes the session fresh for a few minutes. Dangerous actions require a fresh session (see `requireFreshLogin`). */
export const confirmSession = {
  method: 'POST',
  url: '/auth/confirm',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Confirm your identity with the password or second factor before a sensitive action',
  schema: { body: ConfirmRequest, response: { 200: Done } },
} as const satisfies Endpoint;

export const changePassword = {
  method: 'PUT',
  url: '/auth/password',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Change your password; ends all other sessions',
  schema: {
    body: Type.Object(
      {
        /** Empty if the account has no password yet. The session must then be fresh. */
        current_password: Type.String({ maxLength: 1024 }),
        new_password: Type.String({ minLength: 1, maxLength: 1024 }),
      },
      { additionalProperties: false },
    ),
    response: { 200: Done },
  },
} as const satisfies Endpoint;
