import type { TrafficRulesVersion } from '#domain/judging-rules.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { sharedWork } from '../../lib/shared-work.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { findPlayKeys, findTrafficRules, type PlayKeyRow } from './catalog-queries.ts';
import { readNetworkVersion } from './network-version-queries.ts';
import { createWholeNetwork, type Network } from './whole-network.ts';

/** The network as it was at one version; each part is read when it is asked for first, and kept as long as the snapshot. */
export type NetworkSnapshot = {
  readonly version: string;
  /** All of it, joined as it holds at the instant: what figures are told by. */
  whole(nowMs: number): Promise<Network>;
  /** What outlets and flights are worth, one by one as events name them: what ingestion decides by, of all times. */
  readonly catalog: Catalog;
  /** The sealed secrets that sign plays: kept here because a rotation ends what every process has of the old one. */
  playKeys(): Promise<readonly PlayKeyRow[]>;
  /** What views are judged by, from when on. */
  trafficRules(): Promise<readonly TrafficRulesVersion[]>;
};

/**
 * What a process keeps of the network, for ingestion and figures alike. Whoever asks reads the version first, which rises with
 * every change of what is kept, whoever makes it: so no batch meets an old price and no question an old name.
 */
export type NetworkMemory = {
  /** The network with all changes that were acknowledged before this was called, and the number of the newest change of events. */
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
      // Of two readings that pass each other the one that was begun later counts.
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
  playKeys: sharedWork('unless it fails', () => findPlayKeys(accounts)),
  trafficRules: sharedWork('unless it fails', () => findTrafficRules(accounts)),
});
