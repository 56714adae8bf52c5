import ipaddr from 'ipaddr.js';

/**
 * Parses an address or network. IPv4-mapped IPv6 networks (`::ffff:10.0.0.0/104`) are treated as their IPv4 networks.
 */
function networkOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [address, bits] = text.includes('/')
    ? ipaddr.parseCIDR(text)
    : [ipaddr.parse(text), ipaddr.parse(text).kind() === 'ipv4' ? 32 : 128];
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
    ? [address.toIPv4Address(), bits - 96]
    : [address, bits];
}

/** Whether a text is a single IP address, or a network in CIDR notation. */
export function isAddressOrNetwork(text: string): boolean {
  // `ipaddr.js` also accepts 10.1 and 0x7f000001 as addresses.
  if (!/^([0-9]{1,3}(\.[0-9]{1,3}){3}|[0-9a-f:]*:[0-9a-f:.]*)(\/[0-9]{1,3})?$/i.test(text)) return false;
  return text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text);
}

/** Whether an address is in one of the networks. An invalid address is in none. */
export function isInAddressList(ip: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return networks.filter(isAddressOrNetwork).some((text) => {
    const [network, bits] = networkOf(text);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}
