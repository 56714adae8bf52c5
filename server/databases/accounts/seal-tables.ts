import type { Generated } from 'kysely';

/**
 * Has one row (`id` 1): the published state that readers use. A single statement changes it, so that a crash leaves
 * either the old or the new state.
 */
export type EventSealTable = {
  id: number;
  generation: number;
  /** The first timestamp that is not sealed. */
  watermark_at: number;
  updated_at: number;
  /** JSON: for each week (its Monday as an ISO date), the number of its seal and its count of raw events. */
  weeks: string;
  /**
   * JSON: for each week, the number of its archived sums, their event count, and the time since which they exist (epoch
   * ms).
   */
  archived: Generated<string>;
};

/** Has one row (`id` 1): the last assigned number. */
export type SealNumberTable = { id: number; last: number };

/** Has one row (`id` 1): the run of the seal job that may publish. The run can be in any process. */
export type SealLeaseTable = { id: number; holder: string; until_at: number };

/** Numbers that are no longer published. Readers that fetched a number earlier may still use it. */
export type RetiredSealTable = { number: number; retired_at: number };

/**
 * Marks for late rows in a sealed week. `state` is 0 while their insert is running, 1 after the insert has ended, and 2
 * while the seal job sums the rows.
 */
export type LateMarkTable = { id: Generated<number>; week: string; state: number; since_at: number };

export type RawLossTable = {
  week: string;
  /** The seal from before the loss, and the day before which that seal ends; null if the week was not sealed. */
  seal: number | null;
  sealed_until: string | null;
  expected: number;
  missing: number;
  /** JSON array of names. */
  parts: string;
  noted_at: number;
  accepted_at: number | null;
  given_up_at: number | null;
};
