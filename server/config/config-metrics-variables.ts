import * as Type from 'typebox';

/** Metrics variables, in the format of `config-variables.ts`. */
export const METRICS_VARIABLES = {
  METRICS_TOKEN: Type.String({
    description:
      'Opens /metrics for Prometheus to who sends it as a bearer token, at least 32 characters. Empty: /metrics is not served.',
    default: '',
    minLength: 32,
    maxLength: 1024,
    pattern: '^[\\x21-\\x7e]+$',
    write: 'at least 32 random characters, such as the output of: openssl rand -base64 48',
  }),
  METRICS_PORT: Type.Integer({
    description: 'Port of 127.0.0.1 where Prometheus reads /metrics without a token. Empty: none.',
    default: '',
    minimum: 1,
    maximum: 65535,
    write: 'a free port number, such as 9400',
  }),
};
