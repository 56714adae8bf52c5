import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { ConfigError, type Environment, refused } from './config-variables.ts';
import { isWeakSecret } from './weak-secret.ts';

/** Destination of the audit log. */
export type AuditStreamTarget =
  | { readonly kind: 'http'; readonly url: string }
  | { readonly kind: 'syslog'; readonly host: string; readonly port: number; readonly isEncrypted: boolean };

export type AuditStreamSettings = {
  readonly target: AuditStreamTarget;
  readonly secret: string;
  /** Certificates in PEM format. Null means the public certificate authorities. */
  readonly ca: string | null;
};

type Values = Partial<
  Pick<Environment, 'AUDIT_STREAM_URL' | 'AUDIT_STREAM_SECRET' | 'AUDIT_STREAM_CA' | 'AUDIT_STREAM_PLAIN'>
>;

/** Default ports from RFC 5425 and RFC 6587. */
const SYSLOG_PORTS = { 'syslog+tls:': 6514, 'syslog+tcp:': 601 } as const;

/**
 * Reads the audit stream settings; null if streaming is off. Throws `ConfigError` for invalid or inconsistent settings.
 */
export function readAuditStream(values: Values): AuditStreamSettings | null {
  const { AUDIT_STREAM_URL: address, AUDIT_STREAM_SECRET: secret } = values;
  if (address === undefined) {
    for (const name of ['AUDIT_STREAM_SECRET', 'AUDIT_STREAM_CA', 'AUDIT_STREAM_PLAIN'] as const)
      if (values[name]) throw new ConfigError(`${name}: also set AUDIT_STREAM_URL, or leave ${name} blank.`);
    return null;
  }
  if (secret === undefined)
    throw new ConfigError(
      'AUDIT_STREAM_SECRET: AUDIT_STREAM_URL requires it to sign entries. Use at least 32 random characters, such as the output of: openssl rand -base64 48.',
    );
  if (isWeakSecret(secret)) throw refused('AUDIT_STREAM_SECRET', secret);
  if (!URL.canParse(address)) throw refused('AUDIT_STREAM_URL', address);
  const url = new URL(address);
  if (url.username !== '' || url.password !== '')
    throw new ConfigError('AUDIT_STREAM_URL: remove the name and password. AUDIT_STREAM_SECRET signs the entries.');
  if (url.hostname === '') throw refused('AUDIT_STREAM_URL', address);
  const isPlain = url.protocol === 'http:' || url.protocol === 'syslog+tcp:';
  if (isPlain && !isLoopback(url.hostname) && values.AUDIT_STREAM_PLAIN !== true)
    throw new ConfigError(
      'AUDIT_STREAM_URL: http:// and syslog+tcp:// are not encrypted. Use https:// or syslog+tls://, or set AUDIT_STREAM_PLAIN=on.',
    );
  return { target: targetOf(url), secret, ca: authorities(values.AUDIT_STREAM_CA) };
}

function targetOf(url: URL): AuditStreamTarget {
  const { protocol, hostname, port, pathname, search } = url;
  if (protocol === 'https:' || protocol === 'http:') return { kind: 'http', url: url.href };
  if (!['', '/'].includes(pathname) || search !== '')
    throw new ConfigError(
      'AUDIT_STREAM_URL: a syslog address consists of host and port only, such as syslog+tls://siem:6514.',
    );
  const usual = SYSLOG_PORTS[protocol as keyof typeof SYSLOG_PORTS];
  return {
    kind: 'syslog',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? usual : Number(port),
    isEncrypted: protocol === 'syslog+tls:',
  };
}

const isLoopback = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
};

function authorities(path: string | undefined): string | null {
  if (path === undefined) return null;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`AUDIT_STREAM_CA: the file cannot be read (${(error as Error).message}).`);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new ConfigError('AUDIT_STREAM_CA: the file contains no certificate in PEM format.');
  return text;
}
