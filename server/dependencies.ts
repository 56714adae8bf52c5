import type { Config } from './config/config.ts';
import type { AccountsDb } from './databases/accounts/accounts-db.ts';
import type { EventsReader } from './databases/events/events-db.ts';
import type { Figures } from './figures/figures.ts';
import type { Imports } from './imports/import-kinds.ts';
import type { Ingestor } from './ingestor.ts';
import type { StoreClock } from './lib/store-clock.ts';
import type { LiveChanges } from './live/live-changes.ts';
import type { Mail } from './mail/mail.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { NetworkMemory } from './network/snapshot/network-memory.ts';
import type { Notices } from './notices/create-notices.ts';
import type { PlayServer } from './play-server.ts';
import type { Budgets } from './plays/budgets.ts';

/** All the server needs from outside; `main.ts` and the tests differ only in what they pass. A feature names what it takes. */
export type Dependencies = {
  readonly config: Config;
  readonly accounts: AccountsDb;
  /** What is stored of events, to be read: only the ingestor writes. */
  readonly events: EventsReader;
  /** Questions about figures. */
  readonly figures: Figures;
  readonly ingestor: Ingestor;
  readonly playServer: PlayServer;
  /** What flights have spent and may spend. */
  readonly budgets: Budgets;
  readonly live: LiveChanges;
  readonly mail: Mail;
  /** What is kept of the network in memory. */
  readonly network: NetworkMemory;
  readonly imports: Imports;
  readonly notices: Notices;
  /** Null where nothing may read them. */
  readonly metrics: Metrics | null;
  /** Epoch milliseconds, by the clock of this process, corrected by its measured distance to the store's (`server/lib/store-clock.ts`). */
  readonly now: () => number;
  /** How far this process's own clock is from the store's. */
  readonly clock: Pick<StoreClock, 'skewMs' | 'isWrong'>;
  /** The same by the clock that all processes share: what one of them puts off and another one takes up goes by it. */
  readonly time: () => Promise<number>;
};
