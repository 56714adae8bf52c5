import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** IPv4 networks that are not public: unspecified, private, shared, loopback, documentation, multicast, reserved. */
const PRIVATE: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/**
 * Global IPv6 networks that are not public: networks that map to IPv4, networks for tunnels, and networks for
 * documentation.
 */
const PRIVATE_6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const refused = new BlockList();
for (const [network, bits] of PRIVATE) refused.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of PRIVATE_6) refused.addSubnet(network, bits, 'ipv6');

const internet = new BlockList();
internet.addSubnet('2000::', 3, 'ipv6');

/**
 * Returns whether an address is public, so that a call to it cannot reach an internal host. Unknown forms, such as an
 * IPv4 address written as IPv6, are not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return internet.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}

/**
 * Suffixes of names that only a machine or its local network resolves (RFC 6761, RFC 8375, and names that routers use).
 */
const OWN_NAMES = /(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|lan|invalid|onion|arpa)$/;

/**
 * Returns whether the host of a parsed URL may be public. The URL parser normalizes every spelling of an address
 * (decimal, octal, hexadecimal, short). Names are checked only as text; `post-outside.ts` checks their addresses when
 * it connects.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !OWN_NAMES.test(host);
}
