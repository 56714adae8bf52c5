import type { Scope } from '#domain/role.ts';
import type { ZoneSegment } from '#domain/zone-hours.ts';
import type { TimeRange } from './time-range.ts';

/** An outlet during the time that a customer held it. */
export type Pair = { readonly customerKey: number; readonly outletKey: number };

/** A column by which events can be grouped. */
export type CellColumn =
  | { readonly by: 'customer' | 'outlet' | 'advertiser' | 'campaign' | 'flight' | 'reason' | 'kind' }
  /**
   * A single event's amount: the scope's own amount or the owner's part. '' if only a sum of several prices is stored.
   */
  | { readonly by: 'each'; readonly of: 'money' | 'owner' }
  /** The day stamped on each event, or the week or month of that day. */
  | { readonly by: 'stamp'; readonly unit: 'day' | 'week' | 'month' }
  /** The last of these start times (epoch ms, ascending) that is not after the event. */
  | { readonly by: 'start'; readonly starts: readonly number[] }
  /** Hours since Monday 00:00 local time, 0 to 167. */
  | { readonly by: 'hour of the week'; readonly segments: readonly ZoneSegment[] }
  | Groups;

/**
 * A run of outlets in one group: all of a holder's outlets from this key up to the next run. A group of 0 means no
 * group.
 */
export type OutletRun = Pair & { readonly group: number };

/** Groups by the number assigned to an outlet and its holder. `name` identifies the assignment of numbers. */
export type Groups = { readonly by: 'group'; readonly name: string; readonly runs: readonly OutletRun[] };

/** Filters that keep only rows with one of these values. An absent filter matches everything. */
export type CellFilters = {
  readonly customers?: readonly number[];
  /** Outlets regardless of their holder. */
  readonly outlets?: readonly number[];
  readonly advertisers?: readonly number[];
  readonly campaigns?: readonly number[];
  readonly flights?: readonly number[];
  /** Outlets in any group. */
  readonly outletsHeld?: readonly OutletRun[];
  readonly reasons?: readonly string[];
  /** Arrival time in seconds of the store's clock; `before` is exclusive. Archived sums have no arrival time. */
  readonly arrived?: { readonly from: number; readonly before: number };
};

/** A question about event sums, grouped by several columns. */
export type CellsQuestion = {
  readonly scope: Scope;
  readonly customerKey: number | null;
  readonly range: TimeRange;
  readonly columns: readonly CellColumn[];
  readonly filters: CellFilters;
  /** Whether to include invalid events, separately from the valid events. */
  readonly withInvalid: boolean;
  /** Whether to sum the money withheld for invalid events instead of the money paid. */
  readonly withheld?: boolean;
  /** Only events that arrived before this second of the store's clock; null means all events. */
  readonly knownOn: number | null;
};
