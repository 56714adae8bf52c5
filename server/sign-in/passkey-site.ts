import { isIP } from 'node:net';

/** WebAuthn's relying party, the owner of these passkeys. */
export type PasskeySite = { readonly rpId: string; readonly origin: string };

/**
 * The relying party of the public address. Null where browsers create no passkeys: for an IP address, and without TLS
 * for any host except this machine.
 */
export function passkeySite(publicUrl: string): PasskeySite | null {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isNamed && (protocol === 'https:' || isLocal) ? { rpId: hostname, origin } : null;
}
