import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';
import type { Notices } from './create-notices.ts';

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/**
 * Returns the warning for a production installation that receives passwords unencrypted, or null for any other
 * installation.
 */
export function plainHttpWarning({
  production,
  publicUrl,
  host,
}: Pick<Config, 'production' | 'publicUrl' | 'host'>): string | null {
  if (!production || publicUrl.startsWith('https:') || isLoopback(host)) return null;
  return (
    `Voltboard uses plain HTTP on ${host}, so passwords can be intercepted. ` +
    'Add a TLS proxy, set PUBLIC_URL to its https address, and set HOST=127.0.0.1 if the proxy runs on this machine.'
  );
}

export async function tellPlainHttp(
  config: Pick<Config, 'production' | 'publicUrl' | 'host'>,
  notices: Notices,
): Promise<string | null> {
  const warning = plainHttpWarning(config);
  if (warning === null) await notices.end('plain-http');
  else await notices.raise('plain-http', warning);
  return warning;
}
