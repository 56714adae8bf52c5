import * as Type from 'typebox';
import { LoginAnswer } from './auth.ts';
import type { Endpoint } from './endpoint.ts';

/** Six digits of an app, or a recovery code; blanks and hyphens do not count. */
export const SecondFactorCode = Type.String({ minLength: 1, maxLength: 40 });

export const enterSecondFactor = {
  method: 'POST',
  url: '/auth/second-factor',
  allowed: 'anyone',
  summary: 'The second step of signing in: a code of the app, or a recovery code',
  schema: {
    body: Type.Object(
      { challenge: Type.String({ minLength: 1, maxLength: 100 }), code: SecondFactorCode },
      { additionalProperties: false },
    ),
    response: { 200: LoginAnswer },
  },
} as const satisfies Endpoint;
