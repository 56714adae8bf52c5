import { isIP } from 'node:net';

/** The WebAuthn relying party, to which these passkeys belong. */
export type PasskeySite = { readonly rpId: string; readonly origin: string };

/**
 * Returns the relying party for the public URL. Null if browsers can't create passkeys for it: for an IP address, and
 * without TLS for any host except this machine.
 */
export function passkeySite(publicUrl: string): PasskeySite | null {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isNamed && (protocol === 'https:' || isLocal) ? { rpId: hostname, origin } : null;
}
