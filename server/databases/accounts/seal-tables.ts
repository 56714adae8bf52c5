import type { Generated } from 'kysely';

/**
 * One row (`id` 1): the state that readers use. One statement changes it, so that a crash leaves either the old or the
 * new state.
 */
export type EventSealTable = {
  id: number;
  generation: number;
  /** The first instant that is not sealed. */
  watermark_at: number;
  updated_at: number;
  /** JSON: by week (Monday, ISO date) the number of its seal and the count of raw events in it. */
  weeks: string;
  /** JSON: by week the number of its sums in the archive, their count of events, and since when (epoch ms). */
  archived: Generated<string>;
};

/** One row (`id` 1): the last number given. */
export type SealNumberTable = { id: number; last: number };

/** One row (`id` 1): the run of the seal job that may publish, in any process. */
export type SealLeaseTable = { id: number; holder: string; until_at: number };

/** Numbers that are no longer published. Readers that took them a moment ago still use them. */
export type RetiredSealTable = { number: number; retired_at: number };

/**
 * Late rows of a sealed week. `state`: 0 their insert is running, 1 it has ended, 2 a run of the seal job sums them.
 */
export type LateMarkTable = { id: Generated<number>; week: string; state: number; since_at: number };

export type RawLossTable = {
  week: string;
  /** The seal from before the loss, and the day before which it ends; null if the week was not sealed. */
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
