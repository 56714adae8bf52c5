import { isIP } from 'node:net';

/** The WebAuthn relying party, to which these passkeys belong. */
export type PasskeySite = { readonly rpId: string; readonly origin: string };

/**
 * Returns the relying party for the public URL. Returns null if browsers can't create passkeys for the URL. They can't
 * for an IP address, or without TLS for any host except this machine.
 */
export function passkeySite(publicUrl: string): PasskeySite | null {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isNamed && (protocol === 'https:' || isLocal) ? { rpId: hostname, origin } : null;
}
