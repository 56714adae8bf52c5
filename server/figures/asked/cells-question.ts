import type { Scope } from '#domain/role.ts';
import type { ZoneSegment } from '#domain/zone-hours.ts';
import type { TimeRange } from './time-range.ts';

/** An outlet while a customer held it. */
export type Pair = { readonly customerKey: number; readonly outletKey: number };

/** What rows of events are told apart by. */
export type CellColumn =
  | { readonly by: 'customer' | 'outlet' | 'advertiser' | 'campaign' | 'flight' | 'reason' | 'kind' }
  /** What one event comes to, of the scope's money or the owner's part; '' where only a sum of several prices is kept. */
  | { readonly by: 'each'; readonly of: 'money' | 'owner' }
  /** The day stamped on each event, or its week or month. */
  | { readonly by: 'stamp'; readonly unit: 'day' | 'week' | 'month' }
  /** The last of these instants (epoch ms, ascending) that is not later than the event. */
  | { readonly by: 'start'; readonly starts: readonly number[] }
  /** Hours since Monday 00:00 of a clock, 0 to 167. */
  | { readonly by: 'hour of the week'; readonly segments: readonly ZoneSegment[] }
  | Groups;

/** From this outlet of a holder on, up to the next run, all are in the group; 0 is in none. */
export type OutletRun = Pair & { readonly group: number };

/** The number of the group of an outlet and its holder. `name`: other groups have another. */
export type Groups = { readonly by: 'group'; readonly name: string; readonly runs: readonly OutletRun[] };

/** Only rows with one of these; what is absent narrows nothing. */
export type CellFilters = {
  readonly customers?: readonly number[];
  /** Whoever held them. */
  readonly outlets?: readonly number[];
  readonly advertisers?: readonly number[];
  readonly campaigns?: readonly number[];
  readonly flights?: readonly number[];
  /** In any group. */
  readonly outletsHeld?: readonly OutletRun[];
  readonly reasons?: readonly string[];
  /** When they were stored, in seconds of the store's clock, half-open; archived sums know nothing of it. */
  readonly arrived?: { readonly from: number; readonly before: number };
};

/** Sums of events by several things at once. */
export type CellsQuestion = {
  readonly scope: Scope;
  readonly customerKey: number | null;
  readonly range: TimeRange;
  readonly columns: readonly CellColumn[];
  readonly filters: CellFilters;
  /** Also what does not count, beside what does. */
  readonly withInvalid: boolean;
  /** Money is what was not paid for what does not count, in place of what was paid. */
  readonly withheld?: boolean;
  /** Only what had arrived before this second of the store's clock; null is all. */
  readonly knownOn: number | null;
};
