import type { EventsReader } from '#event-store/event-store.ts';
import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { LiveChanges } from '../live/live-changes.ts';
import type { NetworkMemory } from '../network/snapshot/network-memory.ts';

/** Dependencies of the figures. Each stage picks the dependencies that it needs. */
export type Needs = {
  readonly config: Config;
  readonly accounts: AccountsDb;
  readonly events: EventsReader;
  readonly live: LiveChanges;
  readonly network: NetworkMemory;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
};
