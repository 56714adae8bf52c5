import * as Type from 'typebox';

/** Variables about signing in, as `config-variables.ts` has the others. */
export const SIGN_IN_VARIABLES = {
  ADMIN_MFA: Type.Boolean({
    description:
      'Administrators need a second factor (one-time codes of an app); one without it can only set it up. Default: off while the demo is on, else on.',
    default: '',
    write: 'on or off',
  }),
  FRESH_LOGIN_MINUTES: Type.Integer({
    description: 'Dangerous acts ask for the password or second factor again when it was given longer ago than this.',
    default: '10',
    minimum: 1,
    maximum: 720,
    write: 'whole minutes, such as 10',
  }),
};
