import * as Type from 'typebox';
import { LoginAnswer } from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { PasskeyAssertion } from './passkeys.ts';

/** Six digits from an app, or a recovery code. Spaces and hyphens are ignored. */
const Code = Type.String({ minLength: 1, maxLength: 40 });
const Challenge = Type.String({ minLength: 1, maxLength: 100 });
const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) });

export const enterSecondFactor = {
  method: 'POST',
  url: '/auth/second-factor',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Complete a sign-in with a code from the authenticator app, a recovery code, or a passkey',
  schema: {
    body: Type.Union([
      Type.Object({ challenge: Challenge, code: Code }, { additionalProperties: false }),
      Type.Object({ challenge: Challenge, passkey: PasskeyAssertion }, { additionalProperties: false }),
    ]),
    response: { 200: LoginAnswer },
  },
} as const satisfies Endpoint;

export const SecondFactorState = Type.Object({
  /** Whether authenticator codes are enabled. */
  enabled: Type.Boolean(),
  /** Whether codes cannot be disabled, because the configuration requires a second factor and there is no passkey. */
  required: Type.Boolean(),
  /** Number of unused recovery codes. */
  recovery_codes_left: Type.Integer(),
});
export type SecondFactorState = Type.Static<typeof SecondFactorState>;

export const secondFactorState = {
  method: 'GET',
  url: '/auth/second-factor',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Get whether an authenticator app is set up, and how many recovery codes are left',
  schema: { response: { 200: SecondFactorState } },
} as const satisfies Endpoint;

/** Setup data for an authenticator app. Nothing changes until `enableSecondFactor` receives the first code. */
export const SecondFactorSeed = Type.Object({
  /** Base32, for manual entry. */
  seed: Type.String(),
  /** `otpauth://…` */
  uri: Type.String(),
  /** The `uri` as a QR code: an SVG document. */
  picture: Type.String(),
});
export type SecondFactorSeed = Type.Static<typeof SecondFactorSeed>;

export const prepareSecondFactor = {
  method: 'POST',
  url: '/auth/second-factor/seed',
  allowed: 'session',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Start setting up a second factor',
  schema: { response: { 200: SecondFactorSeed } },
} as const satisfies Endpoint;

export const enableSecondFactor = {
  method: 'PUT',
  url: '/auth/second-factor',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Turn on the second factor with its first code; returns the recovery codes once and ends all other sessions',
  schema: {
    body: Type.Object({ code: Code }, { additionalProperties: false }),
    response: { 200: RecoveryCodes },
  },
} as const satisfies Endpoint;

export const disableSecondFactor = {
  method: 'DELETE',
  url: '/auth/second-factor',
  allowed: 'session',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Turn off the second factor',
  schema: { response: { 200: Type.Object({ status: Type.Boolean() }) } },
} as const satisfies Endpoint;

export const renewRecoveryCodes = {
  method: 'POST',
  url: '/auth/second-factor/recovery-codes',
  allowed: 'session',
  tokenScope: 'none',
  stepUp: true,
  summary: 'Replace the recovery codes with new ones',
  schema: { response: { 200: RecoveryCodes } },
} as const satisfies Endpoint;
