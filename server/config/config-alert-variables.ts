import * as Type from 'typebox';

/** Alert variables, in the format of `config-variables.ts`. */
export const ALERT_VARIABLES = {
  PRIVATE_WEBHOOKS: Type.Enum(['on', 'off'], {
    description:
      'Whether webhooks of alerts may call addresses of private networks and this machine, also without TLS: any manager of a customer may then reach what this server reaches.',
    default: 'off',
    write: 'on or off',
  }),
} as const;
