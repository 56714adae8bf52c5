import * as Type from 'typebox';
import { Failure } from './common.ts';
import type { Endpoint } from './endpoint.ts';

const Email = Type.String({ maxLength: 254 });
const Password = Type.String({ maxLength: 1024 });
/** A token, which may be missing or empty. The response then uses the message from docs/specification.md#validation. */
const Token = Type.Optional(Type.String({ maxLength: 200 }));
/** The response is the same for every address, with or without an account (docs/threat-model.md#a3, #a5). */
const Done = { 200: Type.Object({ status: Type.Boolean() }) };

export const signUp = {
  method: 'POST',
  url: '/auth/signup',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Register; the account works after its email address is verified by the emailed link',
  schema: {
    body: Type.Object({ email: Email, password: Password }, { additionalProperties: false }),
    response: { ...Done, 403: Failure },
  },
} as const satisfies Endpoint;

export const verifyEmail = {
  method: 'PUT',
  url: '/auth/verify-email',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Verify an email address with the token from the emailed link',
  schema: { body: Type.Object({ token: Token }, { additionalProperties: false }), response: Done },
} as const satisfies Endpoint;

export const sendPasswordReset = {
  method: 'POST',
  url: '/auth/send-password-reset-email',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Request an email with a link to set a new password',
  schema: { body: Type.Object({ email: Email }, { additionalProperties: false }), response: Done },
} as const satisfies Endpoint;

export const resetPassword = {
  method: 'PUT',
  url: '/auth/password-reset',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Set a new password with the token from the emailed link; ends all sessions of the account',
  schema: { body: Type.Object({ token: Token, password: Password }, { additionalProperties: false }), response: Done },
} as const satisfies Endpoint;
