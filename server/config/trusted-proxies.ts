import { isIP } from 'node:net';
import { ConfigError, refused } from './config-variables.ts';

/** Returns the proxies whose `X-Forwarded-For` is trusted. Throws for invalid or too large networks. */
export function readProxies(text: string | undefined, list: string[]): string[] {
  for (const part of list) {
    if (!isNetwork(part)) throw refused('TRUST_PROXY', text ?? '');
    if (isMostOfTheInternet(part))
      throw new ConfigError(
        `TRUST_PROXY: '${part}' covers most of the internet, so anyone could forge their address. Use the addresses of your own proxies, such as 10.0.0.0/8,127.0.0.1.`,
      );
  }
  return list;
}

const isNetwork = (part: string): boolean => {
  const [address = '', bits, ...more] = part.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (most < 0 || more.length > 0 || address.includes('%')) return false;
  return bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= most);
};

/**
 * Returns whether a network is larger than the largest private networks, which have prefixes of 8 bits (10.0.0.0/8) and
 * 7 bits (fc00::/7).
 */
const isMostOfTheInternet = (network: string): boolean => {
  const [address = '', bits] = network.split('/');
  const isMapped = /^[0:]+:ffff:/i.test(address);
  return bits !== undefined && Number(bits) < (isIP(address) === 4 ? 8 : isMapped ? 104 : 7);
};
