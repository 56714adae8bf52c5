import * as Type from 'typebox';
import { LoginAnswer } from './auth.ts';
import type { Endpoint } from './endpoint.ts';

/** Six digits of an app, or a recovery code; blanks and hyphens do not count. */
const Code = Type.String({ minLength: 1, maxLength: 40 });
const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) });

export const enterSecondFactor = {
  method: 'POST',
  url: '/auth/second-factor',
  allowed: 'anyone',
  summary: 'The second step of signing in: a code of the app, or a recovery code',
  schema: {
    body: Type.Object(
      { challenge: Type.String({ minLength: 1, maxLength: 100 }), code: Code },
      { additionalProperties: false },
    ),
    response: { 200: LoginAnswer },
  },
} as const satisfies Endpoint;

export const SecondFactorState = Type.Object({
  enabled: Type.Boolean(),
  /** The configuration asks for it: it cannot be switched off. */
  required: Type.Boolean(),
  /** Unused ones. */
  recovery_codes_left: Type.Integer(),
});
export type SecondFactorState = Type.Static<typeof SecondFactorState>;

export const secondFactorState = {
  method: 'GET',
  url: '/auth/second-factor',
  allowed: 'session',
  summary: 'Whether the account has a second factor',
  schema: { response: { 200: SecondFactorState } },
} as const satisfies Endpoint;

/** What an app needs to make codes. Nothing changes until `enableSecondFactor` got the first one. */
export const SecondFactorSeed = Type.Object({
  /** Base32, to be typed. */
  seed: Type.String(),
  /** `otpauth://…` */
  uri: Type.String(),
  /** The same as a QR code: an SVG document. */
  picture: Type.String(),
});
export type SecondFactorSeed = Type.Static<typeof SecondFactorSeed>;

export const prepareSecondFactor = {
  method: 'POST',
  url: '/auth/second-factor/seed',
  allowed: 'session',
  summary: 'Begin to set up a second factor (needs a fresh login)',
  schema: { response: { 200: SecondFactorSeed } },
} as const satisfies Endpoint;

export const enableSecondFactor = {
  method: 'PUT',
  url: '/auth/second-factor',
  allowed: 'session',
  summary: 'Switch the second factor on with its first code; answers the recovery codes, once; all other sessions end',
  schema: {
    body: Type.Object({ code: Code }, { additionalProperties: false }),
    response: { 200: RecoveryCodes },
  },
} as const satisfies Endpoint;

export const disableSecondFactor = {
  method: 'DELETE',
  url: '/auth/second-factor',
  allowed: 'session',
  summary: 'Switch the second factor off (needs a fresh login)',
  schema: { response: { 200: Type.Object({ status: Type.Boolean() }) } },
} as const satisfies Endpoint;

export const renewRecoveryCodes = {
  method: 'POST',
  url: '/auth/second-factor/recovery-codes',
  allowed: 'session',
  summary: 'New recovery codes instead of the former ones (needs a fresh login)',
  schema: { response: { 200: RecoveryCodes } },
} as const satisfies Endpoint;
