import type { ArchivedWeek, Seal } from './events-db.ts';

/**
 * What the seal job has to remember outside the events store, in the accounts store, so that several processes agree and
 * a crash leaves nothing half published. A fresh ledger's seal is `NOTHING_SEALED`: all figures come from raw rows.
 */
export interface SealLedger {
  current(): Promise<Seal>;

  /** To be called when a process opens the store, before it inserts anything. */
  beginProcess(): Promise<void>;
  /**
   * Notes, before late rows are inserted, that the sums of these weeks (Mondays, ISO dates) change; the answer is for
   * `endInsert`. Readers take a noted week from raw rows. A mark whose insert is not ended stays: its process may be dead.
   */
  beginInsert(weeks: readonly string[]): Promise<readonly LateMark[]>;
  /** The rows are in, or it is not known whether they are (`isKnown` false). */
  endInsert(marks: readonly LateMark[], isKnown: boolean): Promise<void>;

  /** True if `run`, a name of this run alone, is now the only one that may seal; for half a minute, unless prolonged. */
  takeLease(run: string): Promise<boolean>;
  /** Throws `LeaseLostError` if another run has taken over. */
  prolongLease(run: string): Promise<void>;
  releaseLease(run: string): Promise<void>;

  /** A number for a seal, a generation or a gathering that was never given before, also to a run that crashed. */
  nextNumber(): Promise<number>;
  /** All numbers given so far are not greater; `seen` are in the events store already (an older ledger was restored). */
  highestNumber(seen?: number): Promise<number>;
  /** Numbers that a reader may still use: published, retired after `sinceMs`, or kept because raw rows are gone. */
  numbersInUse(sinceMs: number): Promise<ReadonlySet<number>>;

  /**
   * Takes the marks of all inserts that have ended, for this run to sum while it holds the lease; answers their weeks. Those of
   * the weeks that are to wait stay.
   */
  takeMarks(run: string, waiting?: readonly string[]): Promise<readonly string[]>;
  /** Weeks with any mark. */
  markedWeeks(): Promise<readonly string[]>;
  /** One transaction, only while `run` holds the lease: readers see the seal, and the marks taken are forgotten. */
  publish(run: string, seal: Seal, nowMs: number): Promise<void>;
  /** When a seal was last published, epoch milliseconds: what came in before is summed, or marked. */
  publishedAt(): Promise<number>;
  /**
   * From now on readers take a week from the archive: one transaction, only while `run` holds the lease. False, and nothing
   * is changed, where an insert into the week is noted.
   */
  publishArchived(run: string, week: string, archived: ArchivedWeek): Promise<boolean>;
  /** Forgets the marks taken, where nothing had to be sealed for them. */
  forgetMarks(run: string): Promise<void>;

  /** Weeks of which raw rows are known to be gone. */
  losses(): Promise<readonly RawLoss[]>;
  /** Notes one, to be accepted or ended by the rows' return; replaces an earlier one of the week. */
  noteLoss(loss: Omit<RawLoss, 'isAccepted' | 'isGivenUp'>): Promise<void>;
  /** Administrators need not be told of those, or of those of some weeks, any more; answers the ones that were new. */
  acceptLosses(nowMs: number, weeks?: readonly string[]): Promise<readonly RawLoss[]>;
  /** What is left of accepted ones keeps no events from leaving any more; answers the ones that were new. */
  giveUpLosses(nowMs: number, weeks?: readonly string[]): Promise<readonly RawLoss[]>;
  /** The rows are back. */
  endLoss(week: string): Promise<void>;
}

export type LateMark = { readonly id: number; readonly week: string };

/** What is known of a week that lost raw rows: by a broken part, or because there are fewer than when it was sealed. */
export type RawLoss = {
  readonly week: string;
  /** What was sealed before the loss was noticed, and up to which day; null if nothing was. */
  readonly sealed: { readonly number: number; readonly until: string } | null;
  /** Rows that the week would have again if they were restored. */
  readonly expected: number;
  readonly missing: number;
  /** Names of the broken parts that were counted already. */
  readonly parts: readonly string[];
  /** Epoch milliseconds; of a sealed week when it was sealed: what came in since is not in its sums. */
  readonly notedAt: number;
  readonly isAccepted: boolean;
  /** Its sums are made from what is left, wherever they differ. */
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

/** Another run seals: what this one has written will never be read. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor() {
    super('another process has taken over sealing');
  }
}
