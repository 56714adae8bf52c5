import type { ArchivedWeek, Seal } from './events-db.ts';

/**
 * The state of the seal job outside the events store. It is in the accounts store, so that several processes agree and
 * a crash leaves nothing half published. The seal of a fresh ledger is `NOTHING_SEALED`: all figures are from raw rows.
 */
export interface SealLedger {
  current(): Promise<Seal>;

  /**
   * Called when a process starts to use the store, before it inserts anything. If no other process can use the store,
   * ends the marks of unfinished inserts.
   */
  beginProcess(): Promise<void>;
  /**
   * Marks, before late rows are inserted, that the sums of these weeks (Mondays, ISO dates) will change. Returns the
   * marks for `endInsert`. Readers take a marked week from raw rows. The mark of an unfinished insert stays, because
   * its process may be dead.
   */
  beginInsert(weeks: readonly string[]): Promise<readonly LateMark[]>;
  /** Ends the marks of an insert. `isKnown` is false if its outcome is unknown. */
  endInsert(marks: readonly LateMark[], isKnown: boolean): Promise<void>;

  /**
   * Gives `run` (a unique name) the exclusive right to seal for 30 seconds, unless prolonged. Returns false if another
   * run holds the lease.
   */
  takeLease(run: string): Promise<boolean>;
  /** Throws `LeaseLostError` if another run has taken over. */
  prolongLease(run: string): Promise<void>;
  releaseLease(run: string): Promise<void>;

  /**
   * Returns an unused number for a seal, a generation or a gathering. Runs that crashed did not get this number either.
   */
  nextNumber(): Promise<number>;
  /**
   * Returns the highest number issued so far. `seen` is a number in the events store, in case an older ledger was
   * restored.
   */
  highestNumber(seen?: number): Promise<number>;
  /**
   * Returns numbers that a reader may still use: published, retired after `sinceMs`, or kept because raw rows are gone.
   */
  numbersInUse(sinceMs: number): Promise<ReadonlySet<number>>;

  /**
   * Takes the marks of all finished inserts, so that this run includes their rows while it holds the lease; returns
   * their weeks. Marks of the `waiting` weeks are not taken.
   */
  takeMarks(run: string, waiting?: readonly string[]): Promise<readonly string[]>;
  /** Returns the weeks with any mark. */
  markedWeeks(): Promise<readonly string[]>;
  /** Publishes the seal and deletes the taken marks, in one transaction, only while `run` holds the lease. */
  publish(run: string, seal: Seal, nowMs: number): Promise<void>;
  /** Returns when a seal was last published, in epoch milliseconds. Rows stored earlier are in the sums or marked. */
  publishedAt(): Promise<number>;
  /**
   * Switches readers to the archive for a week, in one transaction, only while `run` holds the lease. Returns false
   * without changing anything if an insert into the week is marked.
   */
  publishArchived(run: string, week: string, archived: ArchivedWeek): Promise<boolean>;
  /** Deletes the taken marks if no seal was necessary. */
  forgetMarks(run: string): Promise<void>;

  /** Returns the weeks with recorded losses of raw rows. */
  losses(): Promise<readonly RawLoss[]>;
  /** Records a loss until it is accepted or the rows return; replaces an earlier loss for the same week. */
  noteLoss(loss: Omit<RawLoss, 'isAccepted' | 'isGivenUp'>): Promise<void>;
  /**
   * Stops alerting administrators about all losses, or about the losses in some weeks; returns the newly accepted
   * losses.
   */
  acceptLosses(nowMs: number, weeks?: readonly string[]): Promise<readonly RawLoss[]>;
  /** Gives up losses, so that they no longer prevent the removal of events; returns the newly given-up losses. */
  giveUpLosses(nowMs: number, weeks?: readonly string[]): Promise<readonly RawLoss[]>;
  /** Deletes a loss, because the rows are back. */
  endLoss(week: string): Promise<void>;
}

export type LateMark = { readonly id: number; readonly week: string };

/** A week that lost raw rows: a part broke, or the week has fewer rows than when it was sealed. */
export type RawLoss = {
  readonly week: string;
  /** The seal from before the loss was noticed, and the day before which that seal ends; null if there was none. */
  readonly sealed: { readonly number: number; readonly until: string } | null;
  /** The number of rows that the week would have after a restore. */
  readonly expected: number;
  readonly missing: number;
  /** Names of the broken parts that are already counted. */
  readonly parts: readonly string[];
  /**
   * When the loss was noticed (epoch ms). For a sealed week, the time of its seal: the week's sums lack rows that
   * arrived since.
   */
  readonly notedAt: number;
  readonly isAccepted: boolean;
  /** Whether the loss is given up. The week's sums are then recomputed from the remaining rows wherever they differ. */
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

/** Error that another run has taken over sealing. Readers never see what this run wrote. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor() {
    super('another process has taken over sealing');
  }
}
