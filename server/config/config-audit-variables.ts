import * as Type from 'typebox';

/** Audit stream variables, in the format used by `config-variables.ts`. */
export const AUDIT_VARIABLES = {
  AUDIT_STREAM_URL: Type.String({
    description:
      'Receiver of a copy of every audit log entry, such as a SIEM: https://host/path, or syslog+tls://host:6514. Internal hosts are allowed. Leave blank to send nothing.',
    default: '',
    pattern: '^(https?|syslog\\+tls|syslog\\+tcp)://\\S+$',
    maxLength: 1000,
    write: 'an address such as https://siem.example.com/voltboard or syslog+tls://siem.example.com:6514',
  }),
  AUDIT_STREAM_SECRET: Type.String({
    description:
      'Secret that signs the audit stream, at least 32 characters. The receiver uses it to verify the signature.',
    default: '',
    minLength: 32,
    maxLength: 1024,
    write: 'at least 32 random characters, such as the output of: openssl rand -base64 48',
  }),
  AUDIT_STREAM_CA: Type.String({
    description:
      "File with the certificates (PEM) of the authorities that may sign the receiver's certificate. Leave blank for the public authorities.",
    default: '',
    maxLength: 1000,
    write: 'the path of a file in PEM format',
  }),
  AUDIT_STREAM_PLAIN: Type.Boolean({
    description:
      'Allow unencrypted addresses (http:// or syslog+tcp://) in AUDIT_STREAM_URL for hosts other than this machine.',
    default: 'off',
    write: 'on or off',
  }),
};
