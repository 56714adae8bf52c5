import type { EventsReader } from '#event-store/event-store.ts';
import type { Config } from './config/config.ts';
import type { AccountsDb } from './databases/accounts/accounts-db.ts';
import type { Figures } from './figures/figures.ts';
import type { Imports } from './imports/import-kinds.ts';
import type { Ingestor } from './ingestor.ts';
import type { FairQueue } from './lib/fair-queue.ts';
import type { ResolveTxt } from './lib/resolve-txt.ts';
import type { StoreClock } from './lib/store-clock.ts';
import type { LiveChanges } from './live/live-changes.ts';
import type { Mail } from './mail/mail.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { NetworkMemory } from './network/snapshot/network-memory.ts';
import type { Notices } from './notices/create-notices.ts';
import type { PlayServer } from './play-server.ts';
import type { Budgets } from './plays/budgets.ts';

/**
 * All of the server's external dependencies, which `main.ts` and the tests provide. Each feature picks the dependencies
 * that it needs.
 */
export type Dependencies = {
  readonly config: Config;
  readonly accounts: AccountsDb;
  /** Read access to stored events. Only the ingestor writes them. */
  readonly events: EventsReader;
  /** Figures for reports. */
  readonly figures: Figures;
  readonly ingestor: Ingestor;
  readonly playServer: PlayServer;
  /** Spent and available amounts of flights. */
  readonly budgets: Budgets;
  readonly live: LiveChanges;
  readonly mail: Mail;
  /** Resolves a name's TXT records. */
  readonly resolveTxt: ResolveTxt;
  /** The network data cached in memory. */
  readonly network: NetworkMemory;
  readonly imports: Imports;
  readonly notices: Notices;
  /** Fair queue for an account's expensive reads, in requests and in jobs. */
  readonly costlyWork: FairQueue;
  /** Null if metrics are disabled. */
  readonly metrics: Metrics | null;
  /**
   * Returns epoch milliseconds on this process's clock, corrected by its measured offset from the store's clock
   * (`server/lib/store-clock.ts`).
   */
  readonly now: () => number;
  /** Offset of this process's own clock from the store's clock. */
  readonly clock: Pick<StoreClock, 'skewMs' | 'isWrong'>;
  /** Whether a newer version has migrated the stores beyond what this version supports. */
  readonly schema: { isBehind(): boolean };
  /**
   * Returns epoch milliseconds on the clock that all processes share. Use this clock for work that one process defers
   * and another process resumes.
   */
  readonly time: () => Promise<number>;
};
