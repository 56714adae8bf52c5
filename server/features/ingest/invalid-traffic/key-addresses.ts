import { HOUR_MS } from '#domain/durations.ts';
import { ADDRESSES } from '#domain/key-addresses-rule.ts';
import type { IngestKey } from '../../../ingestor.ts';

const MOST_KEYS = 20_000;
const MOST_NETWORKS = 64;

/**
 * Counts the networks that used each key in the last hour, in this process's memory. Stores no full addresses.
 * `isSpread` records the use and returns whether there are too many networks.
 */
export function createKeyAddresses(now: () => number) {
  const keys = new Map<string, Map<string, number>>();
  return {
    isSpread(key: IngestKey): boolean {
      if (key.kind === 'network' || key.keyId === undefined || key.address === undefined) return false;
      const { address, keyId, kind } = key;
      const nowMs = now();
      const networks = keys.get(keyId) ?? new Map<string, number>();
      keys.delete(keyId);
      keys.set(keyId, networks);
      networks.set(networkOf(address), nowMs);
      if (keys.size > MOST_KEYS) dropFirst(keys);
      const most = ADDRESSES[kind];
      if (networks.size <= most) return false;
      for (const [network, seenMs] of networks) if (seenMs <= nowMs - HOUR_MS) networks.delete(network);
      if (networks.size > MOST_NETWORKS) dropFirst(networks);
      return networks.size > most;
    },
  };
}

function dropFirst<Key>(map: Map<Key, unknown>): void {
  const [first] = map.keys();
  if (first !== undefined) map.delete(first);
}

/**
 * Returns the first 16 bits of an IPv4 address, or the first 32 bits of an IPv6 address, which usually identify a
 * provider.
 */
function networkOf(address: string): string {
  const mapped = /(\d+)\.(\d+)\.\d+\.\d+$/.exec(address);
  return mapped === null ? address.split(':').slice(0, 2).join(':') : `${mapped[1]}.${mapped[2]}`;
}
