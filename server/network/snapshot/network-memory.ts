import type { TrafficRulesVersion } from '#domain/judging-rules.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { singleFlight } from '../../lib/single-flight.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { findPlayKeys, findTrafficRules, type PlayKeyRow } from './catalog-queries.ts';
import { readNetworkVersion } from './network-version-queries.ts';
import { createWholeNetwork, type Network } from './whole-network.ts';

/** The network at one version. Each part is loaded on first use and cached as long as the snapshot. */
export type NetworkSnapshot = {
  readonly version: string;
  /** Returns the whole network as of a given time, for reports. */
  whole(nowMs: number): Promise<Network>;
  /**
   * Loads single outlets and flights on demand, with their full history. Ingestion bases its decisions on this catalog.
   */
  readonly catalog: Catalog;
  /**
   * Returns the encrypted secrets that sign plays. They are part of the snapshot because a rotation must invalidate
   * every process's copy.
   */
  playKeys(): Promise<readonly PlayKeyRow[]>;
  /** Returns all versions of the rules for invalid traffic. */
  trafficRules(): Promise<readonly TrafficRulesVersion[]>;
};

/**
 * A process's copy of the network, for ingestion and reports. Each call first reads the version, which rises with every
 * change made by any process. No batch therefore uses an old price, and no report uses an old name.
 */
export type NetworkMemory = {
  /** Returns the network with all changes acknowledged before the call, and the number of the newest event change. */
  current(): Promise<{ readonly snapshot: NetworkSnapshot; readonly eventChanges: number }>;
};

export function createNetworkMemory(accounts: AccountsDb): NetworkMemory {
  let known: { readonly snapshot: NetworkSnapshot; readonly turn: number } | null = null;
  let turns = 0;
  return {
    current: async () => {
      turns += 1;
      const turn = turns;
      const { version, eventChanges } = await readNetworkVersion(accounts);
      // If two reads overlap, keep the result of the read that started later.
      if (known === null || turn > known.turn) {
        const isSame = known?.snapshot.version === version;
        known = { turn, snapshot: known !== null && isSame ? known.snapshot : createSnapshot(accounts, version) };
      }
      return { snapshot: known.snapshot, eventChanges };
    },
  };
}

const createSnapshot = (accounts: AccountsDb, version: string): NetworkSnapshot => ({
  version,
  whole: createWholeNetwork(accounts),
  catalog: createCatalog(accounts),
  playKeys: singleFlight('unless it fails', () => findPlayKeys(accounts)),
  trafficRules: singleFlight('unless it fails', () => findTrafficRules(accounts)),
});
