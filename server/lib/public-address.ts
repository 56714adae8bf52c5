import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Networks of IPv4 that are nobody's on the internet: own, private, shared, documentation, multicast, reserved. */
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

/** Of the addresses that IPv6 gives to the internet: those that lead to an IPv4 one, tunnels, and documentation. */
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
 * Whether an address is one of the internet, so that a call to it reaches nothing of ours. What is not known to be is not, such as
 * an IPv4 address written as an IPv6 one.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return internet.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}
