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
      'Administrators need a second factor (a passkey or an authenticator app). Without one, they can only set it up. Default: off while the demo is on, otherwise on.',
    default: '',
    write: 'on or off',
  }),
  FRESH_LOGIN_MINUTES: Type.Integer({
    description: 'Minutes after which sensitive actions ask for the password, a passkey or a code again.',
    default: '10',
    minimum: 1,
    maximum: 720,
    write: 'whole minutes, such as 10',
  }),
  GOOGLE_CLIENT_ID: text(
    'Client ID for sign-in with Google. Also set the secret. At Google, allow PUBLIC_URL/api/auth/callback/google as a redirect URI.',
    'the client ID',
  ),
  GOOGLE_CLIENT_SECRET: text('Client secret for Google.', 'the client secret'),
  GOOGLE_ISSUER: issuer('Issuer for Google. Other values are for tests.', 'https://accounts.google.com'),
  MICROSOFT_CLIENT_ID: text(
    'Client ID for sign-in with Microsoft; the redirect URI is PUBLIC_URL/api/auth/callback/microsoft. Add the optional claim xms_edov, because email addresses count as verified only with it.',
    'the client ID',
  ),
  MICROSOFT_CLIENT_SECRET: text('Client secret for Microsoft.', 'the client secret'),
  MICROSOFT_ISSUER: issuer(
    'Issuer for Microsoft. Use your tenant to allow only its accounts.',
    'https://login.microsoftonline.com/common/v2.0',
  ),
  OIDC_ISSUER: issuer(
    'Issuer of another OpenID Connect provider; the redirect URI is PUBLIC_URL/api/auth/callback/oidc.',
    '',
  ),
  OIDC_CLIENT_ID: text('Client ID for that provider.', 'the client id'),
  OIDC_CLIENT_SECRET: text('Client secret for that provider.', 'the client secret'),
  OIDC_LABEL: Type.String({
    description: 'Label of that provider on its sign-in button.',
    default: 'single sign-on',
    minLength: 1,
    maxLength: 40,
    write: 'a name of at most 40 characters',
  }),
};
