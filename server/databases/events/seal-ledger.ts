import type { Seal } from './events-db.ts';

/**
 * What the seal job has to remember outside the events store, in the accounts store, so that several processes agree.
 * A fresh ledger answers `{ generation: 0, watermark: '1970-01-01' }`: nothing is sealed, all figures come from raw rows.
 */
export interface SealLedger {
  current(): Promise<Seal>;
  /** Makes a finished generation the one that readers use, in one write. Ignores a generation that is not newer. */
  publish(seal: Seal): Promise<void>;
  /** Notes weeks (their Mondays, ISO dates) that got late rows. `since` of a week noted again becomes greater than it was. */
  markDirty(weeks: readonly string[]): Promise<void>;
  dirtyWeeks(): Promise<readonly DirtyWeek[]>;
  /** Forgets a week, unless it was marked again after `since` (then the newer mark stays). */
  clearDirty(week: string, sinceNotLaterThan: number): Promise<void>;
  /**
   * True if `holder` is now the only process that may seal, for that many seconds; calling again prolongs. Needed
   * only where several API processes share one ClickHouse server; a ledger of one process answers true.
   */
  holdLease(holder: string, seconds: number): Promise<boolean>;
}

/** `since`: the instant of the newest mark, in epoch milliseconds, made unique by growing. */
export type DirtyWeek = { readonly week: string; readonly since: number };
