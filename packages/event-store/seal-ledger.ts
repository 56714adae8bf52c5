import type { ArchivedWeek, Seal } from './events-db.ts';

/**
 * The state of the seal job outside the events store. It lives in the accounts store, so that several processes agree
 * and a crash leaves nothing half published. A fresh ledger's seal is `NOTHING_SEALED`: all figures come from raw rows.
 */
export interface SealLedger {
  current(): Promise<Seal>;

  /** Call it when a process opens the store, before it inserts anything. */
  beginProcess(): Promise<void>;
  /**
   * Marks, before late rows are inserted, that the sums of these weeks (Mondays, ISO dates) change. Returns the marks
   * for `endInsert`. Readers take a marked week from raw rows. The mark of an unfinished insert stays: its process may
   * be dead.
   */
  beginInsert(weeks: readonly string[]): Promise<readonly LateMark[]>;
  /** The rows are stored, or the outcome is unknown (`isKnown` false). */
  endInsert(marks: readonly LateMark[], isKnown: boolean): Promise<void>;

  /**
   * Gives `run` (a unique name) the sole right to seal for half a minute, unless prolonged. False if another run holds
   * it.
   */
  takeLease(run: string): Promise<boolean>;
  /** Throws `LeaseLostError` if another run has taken over. */
  prolongLease(run: string): Promise<void>;
  releaseLease(run: string): Promise<void>;

  /** Returns an unused number for a seal, a generation or a gathering. Runs that crashed never got it either. */
  nextNumber(): Promise<number>;
  /** Returns the highest number given so far. `seen` is a number in the events store (an older ledger was restored). */
  highestNumber(seen?: number): Promise<number>;
  /** Numbers that a reader may still use: published, retired after `sinceMs`, or kept because raw rows are gone. */
  numbersInUse(sinceMs: number): Promise<ReadonlySet<number>>;

  /**
   * Takes the marks of all finished inserts, for this run to sum while it holds the lease; returns their weeks. Marks
   * of the `waiting` weeks stay.
   */
  takeMarks(run: string, waiting?: readonly string[]): Promise<readonly string[]>;
  /** Weeks with any mark. */
  markedWeeks(): Promise<readonly string[]>;
  /** In one transaction, only while `run` holds the lease: readers see the seal, and the taken marks are deleted. */
  publish(run: string, seal: Seal, nowMs: number): Promise<void>;
  /** When a seal was last published, in epoch milliseconds. Rows stored before are in the sums, or marked. */
  publishedAt(): Promise<number>;
  /**
   * Switches readers to the archive for a week, in one transaction, only while `run` holds the lease. Returns false and
   * changes nothing if an insert into the week is marked.
   */
  publishArchived(run: string, week: string, archived: ArchivedWeek): Promise<boolean>;
  /** Deletes the taken marks where they made no seal necessary. */
  forgetMarks(run: string): Promise<void>;

  /** Weeks with known losses of raw rows. */
  losses(): Promise<readonly RawLoss[]>;
  /** Records a loss until it is accepted or the rows return; replaces an earlier one of the week. */
  noteLoss(loss: Omit<RawLoss, 'isAccepted' | 'isGivenUp'>): Promise<void>;
  /** Stops alerting administrators about all losses, or those of some weeks; returns the newly accepted ones. */
  acceptLosses(nowMs: number, weeks?: readonly string[]): Promise<readonly RawLoss[]>;
  /** Accepted losses no longer keep events from being removed; returns the newly given-up ones. */
  giveUpLosses(nowMs: number, weeks?: readonly string[]): Promise<readonly RawLoss[]>;
  /** The rows are back. */
  endLoss(week: string): Promise<void>;
}

export type LateMark = { readonly id: number; readonly week: string };

/** A week that lost raw rows: by a broken part, or because it has fewer rows than when it was sealed. */
export type RawLoss = {
  readonly week: string;
  /** The seal before the loss was noticed, and up to which day; null if there was none. */
  readonly sealed: { readonly number: number; readonly until: string } | null;
  /** Rows that the week would have after a restore. */
  readonly expected: number;
  readonly missing: number;
  /** Names of the broken parts that are counted already. */
  readonly parts: readonly string[];
  /** Epoch milliseconds. For a sealed week, the time of its seal: its sums lack rows that arrived since. */
  readonly notedAt: number;
  readonly isAccepted: boolean;
  /** Its sums come from the remaining rows wherever they differ. */
  readonly isGivenUp: boolean;
};

/** A Monday after all events. */
export const NEVER = '2100-01-04';

export const NOTHING_SEALED: Seal = {
  generation: 0,
  watermark: '1970-01-01',
  weeks: new Map(),
  archive: { endMs: 0, weeks: new Map() },
};

/** Another run seals. Readers never see what this run wrote. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor() {
    super('another process has taken over sealing');
  }
}
