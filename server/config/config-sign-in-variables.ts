import * as Type from 'typebox';

const text = (description: string, write: string) =>
  Type.String({ description, default: '', minLength: 1, maxLength: 500, write });
const issuer = (description: string, fallback: string) =>
  Type.String({
    description,
    default: fallback,
    pattern: '^https?://[^\\s?#]+$',
    maxLength: 500,
    write: 'the address of an OpenID Connect issuer, such as https://login.example.com',
  });

/** Sign-in variables, in the format used by `config-variables.ts`. */
export const SIGN_IN_VARIABLES = {
  ADMIN_MFA: Type.Boolean({
    description:
      'Administrators need a second factor (a passkey or one-time codes of an app); one without it can only set it up. Default: off while the demo is on, else on.',
    default: '',
    write: 'on or off',
  }),
  FRESH_LOGIN_MINUTES: Type.Integer({
    description:
      'Dangerous acts ask for the password, a passkey or a code again when it was given longer ago than this.',
    default: '10',
    minimum: 1,
    maximum: 720,
    write: 'whole minutes, such as 10',
  }),
  GOOGLE_CLIENT_ID: text(
    'Sign-in with Google, together with its secret. Allow PUBLIC_URL/api/auth/callback/google as redirect address there.',
    'the client id',
  ),
  GOOGLE_CLIENT_SECRET: text('Secret of the Google client.', 'the client secret'),
  GOOGLE_ISSUER: issuer('Who signs for Google; other values are for tests.', 'https://accounts.google.com'),
  MICROSOFT_CLIENT_ID: text(
    'Sign-in with Microsoft; redirect address PUBLIC_URL/api/auth/callback/microsoft. Let it send the claim xms_edov: only then its e-mail addresses count as verified.',
    'the client id',
  ),
  MICROSOFT_CLIENT_SECRET: text('Secret of the Microsoft client.', 'the client secret'),
  MICROSOFT_ISSUER: issuer(
    'Who signs for Microsoft; name your tenant to let in nobody else.',
    'https://login.microsoftonline.com/common/v2.0',
  ),
  OIDC_ISSUER: issuer('One more provider of OpenID Connect; redirect address PUBLIC_URL/api/auth/callback/oidc.', ''),
  OIDC_CLIENT_ID: text('Client id at that provider.', 'the client id'),
  OIDC_CLIENT_SECRET: text('Secret of that client.', 'the client secret'),
  OIDC_LABEL: Type.String({
    description: 'Name of that provider on its button.',
    default: 'single sign-on',
    minLength: 1,
    maxLength: 40,
    write: 'a name of 40 characters at most',
  }),
};
