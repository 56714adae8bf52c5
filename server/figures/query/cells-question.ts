import type { Scope } from '#domain/role.ts';
import type { ZoneSegment } from '#domain/zone-hours.ts';
import type { TimeRange } from './time-range.ts';

/** An outlet while a customer held it. */
export type Pair = { readonly customerKey: number; readonly outletKey: number };

/** The columns that events can be grouped by. */
export type CellColumn =
  | { readonly by: 'customer' | 'outlet' | 'advertiser' | 'campaign' | 'flight' | 'reason' | 'kind' }
  /**
   * The amount of a single event: the scope's money or the owner's part. '' if only a sum of several prices is stored.
   */
  | { readonly by: 'each'; readonly of: 'money' | 'owner' }
  /** The day stamped on each event, or its week or month. */
  | { readonly by: 'stamp'; readonly unit: 'day' | 'week' | 'month' }
  /** The last of these instants (epoch ms, ascending) that is not after the event. */
  | { readonly by: 'start'; readonly starts: readonly number[] }
  /** Hours since Monday 00:00 local time, 0 to 167. */
  | { readonly by: 'hour of the week'; readonly segments: readonly ZoneSegment[] }
  | Groups;

/** All outlets of a holder from this one to the next run are in the group; 0 is no group. */
export type OutletRun = Pair & { readonly group: number };

/** The group number of an outlet and its holder. `name` identifies this set of groups. */
export type Groups = { readonly by: 'group'; readonly name: string; readonly runs: readonly OutletRun[] };

/** Only rows with one of these values. An absent filter matches all. */
export type CellFilters = {
  readonly customers?: readonly number[];
  /** Outlets under any holder. */
  readonly outlets?: readonly number[];
  readonly advertisers?: readonly number[];
  readonly campaigns?: readonly number[];
  readonly flights?: readonly number[];
  /** Outlets in any group. */
  readonly outletsHeld?: readonly OutletRun[];
  readonly reasons?: readonly string[];
  /** Arrival time in seconds of the store's clock, half-open. Archived sums have no arrival time. */
  readonly arrived?: { readonly from: number; readonly before: number };
};

/** A question for sums of events, grouped by several columns. */
export type CellsQuestion = {
  readonly scope: Scope;
  readonly customerKey: number | null;
  readonly range: TimeRange;
  readonly columns: readonly CellColumn[];
  readonly filters: CellFilters;
  /** Includes invalid events, separate from the valid ones. */
  readonly withInvalid: boolean;
  /** Sums the money withheld for invalid events instead of the money paid. */
  readonly withheld?: boolean;
  /** Only events that arrived before this second of the store's clock; null: all. */
  readonly knownOn: number | null;
};
