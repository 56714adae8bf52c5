import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';

const Done = Type.Object({ status: Type.Boolean() });

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
