import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns a request's source: an IPv4 address, or the /64 that an IPv6 provider assigns to a line. */
export function sourceOf(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
