import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const UNKNOWN = '::';

/**
 * The address as stored: /24 or /48, or in full if the operator configured that (docs/decisions.md#who-sees-what). '::'
 * if none was sent, null if the text is not an address.
 */
export function storedIp(text: string | undefined, storeFull: boolean): string | null {
  if (text === undefined) return UNKNOWN;
  const version = text.includes('%') ? 0 : isIP(text);
  if (version === 4) return storeFull ? text : shortIpv4(text);
  if (version !== 6) return null;
  const address = ipaddr.IPv6.parse(text);
  if (address.isIPv4MappedAddress()) return storedIp(address.toIPv4Address().toString(), storeFull);
  if (storeFull) return address.toString();
  return new ipaddr.IPv6([...address.parts.slice(0, 3), 0, 0, 0, 0, 0]).toString();
}

const shortIpv4 = (text: string): string => `${text.slice(0, text.lastIndexOf('.'))}.0`;
