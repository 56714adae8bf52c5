import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';

const Done = Type.Object({ status: Type.Boolean() });

/** One place where the account is signed in. */
export const OwnSession = Type.Object({
  id: Type.String(),
  /** In words, such as `Chrome on Windows`. */
  device: Type.String(),
  kind: Type.Union([Type.Literal('desktop'), Type.Literal('mobile'), Type.Literal('tablet'), Type.Literal('other')]),
  /** In words, from the shortened address. */
  place: Type.String(),
  /** How it began: password, link, or the name of a provider; empty where that is not known. */
  method: Type.String(),
  started_at: Type.String(),
  last_used_at: Type.String(),
  /** The session that asks. */
  current: Type.Boolean(),
});
export type OwnSession = Type.Static<typeof OwnSession>;

export const listOwnSessions = {
  method: 'GET',
  url: '/auth/sessions',
  allowed: 'session',
  summary: 'Where the account is signed in; of a demo account only the session that asks',
  schema: { response: { 200: Type.Object({ data: Type.Array(OwnSession) }) } },
} as const satisfies Endpoint;

const SessionId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64, pattern: '^[0-9a-f-]+$' }) });

export const endOwnSession = {
  method: 'DELETE',
  url: '/auth/sessions/:id',
  allowed: 'session',
  summary: 'End one of the own sessions',
  schema: { params: SessionId, response: { 200: Done } },
} as const satisfies Endpoint;

export const endOtherSessions = {
  method: 'DELETE',
  url: '/auth/sessions',
  allowed: 'session',
  summary: 'End all own sessions but the one that asks',
  schema: { response: { 200: Type.Object({ status: Type.Boolean(), ended: Type.Integer() }) } },
} as const satisfies Endpoint;

/** Password or second factor, whichever the reader has at hand. */
export const ConfirmRequest = Type.Union([
  Type.Object({ password: Type.String({ minLength: 1, maxLength: 1024 }) }, { additionalProperties: false }),
  Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) }, { additionalProperties: false }),
]);
export type ConfirmRequest = Type.Static<typeof ConfirmRequest>;

/** Makes the session fresh for a few minutes: dangerous acts need it (see `requireFreshLogin`). */
export const confirmSession = {
  method: 'POST',
  url: '/auth/confirm',
  allowed: 'session',
  summary: 'Give the password or second factor again before a dangerous act',
  schema: { body: ConfirmRequest, response: { 200: Done } },
} as const satisfies Endpoint;

export const changePassword = {
  method: 'PUT',
  url: '/auth/password',
  allowed: 'session',
  summary: 'Choose another password; all other sessions end',
  schema: {
    body: Type.Object(
      {
        /** Empty where the account has none yet: then the login has to be fresh. */
        current_password: Type.String({ maxLength: 1024 }),
        new_password: Type.String({ minLength: 1, maxLength: 1024 }),
      },
      { additionalProperties: false },
    ),
    response: { 200: Done },
  },
} as const satisfies Endpoint;
