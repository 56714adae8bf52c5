import type { BillableKind, PriceModel } from './money.ts';
import { planStartMs } from './plan-start.ts';
import type { ZonedDay } from './zoned-day.ts';

/** A flight's budget and pacing. */
export type FlightPlan = {
  readonly startsMs: number;
  /** The plan does not begin before this time (`planStartMs`). */
  readonly approvedMs: number | null;
  readonly endsMs: number;
  readonly budgetMicros: number;
  /** The limit per day in the flight's time zone; null for no limit. */
  readonly dailyCapMicros: number | null;
  readonly pacing: 'even' | 'fast';
};

/** Micro-dollars spent, or reserved for pending plays: in total, and on the given day. */
export type FlightSpent = { readonly allMicros: number; readonly dayMicros: number };

/**
 * Returns the spending planned for an evenly paced flight on a day in its time zone: the budget left at the start of
 * the day, times the day's part of the remaining time. Any shortfall is spread over the remaining days.
 */
export function dayPlanMicros(flight: FlightPlan, day: ZonedDay, spent: FlightSpent): number {
  const { fromMs, toMs } = hoursOf(flight, day);
  if (toMs <= fromMs) return 0;
  const leftMicros = Math.max(0, flight.budgetMicros - (spent.allMicros - spent.dayMicros));
  const planMicros = (leftMicros * (toMs - fromMs)) / (flight.endsMs - fromMs);
  return Math.min(planMicros, flight.dailyCapMicros ?? Number.POSITIVE_INFINITY);
}

/** Returns the part of the day's plan that should be spent by now, in proportion to the elapsed part of the day. */
export function plannedMicros(flight: FlightPlan, day: ZonedDay, spent: FlightSpent, nowMs: number): number {
  const { fromMs, toMs } = hoursOf(flight, day);
  if (toMs <= fromMs) return 0;
  const passed = Math.min(1, Math.max(0, (nowMs - fromMs) / (toMs - fromMs)));
  return dayPlanMicros(flight, day, spent) * passed;
}

const hoursOf = (flight: FlightPlan, { startMs, endMs }: ZonedDay) => ({
  fromMs: Math.max(planStartMs(flight), startMs),
  toMs: Math.min(flight.endsMs, endMs),
});

/**
 * Returns how far a flight is behind its planned spending, in whole percent; null if the flight is not behind and must
 * wait. Returns 0 for a fast flight, which has no plan and takes the plays that planned flights leave.
 */
export function percentBehind(flight: FlightPlan, day: ZonedDay, spent: FlightSpent, nowMs: number): number | null {
  if (flight.pacing === 'fast') return 0;
  const planned = plannedMicros(flight, day, spent, nowMs);
  return spent.dayMicros < planned ? Math.round((100 * (planned - spent.dayMicros)) / planned) : null;
}

export type Candidate = {
  readonly key: number;
  /** From `percentBehind`. */
  readonly behind: number;
  /** Expected revenue per view, in micro-dollars. */
  readonly perViewMicros: number;
};

/**
 * Chooses the eligible flight that is furthest behind its plan. Among flights equally far behind, chooses the best paid
 * one (docs/business-rules.md#delivery).
 */
export function chooseFlight<Flight extends Candidate>(flights: readonly Flight[]): Flight | undefined {
  let chosen: Flight | undefined;
  for (const flight of flights) if (chosen === undefined || isBefore(flight, chosen)) chosen = flight;
  return chosen;
}

function isBefore(one: Candidate, other: Candidate): boolean {
  if (one.behind !== other.behind) return one.behind > other.behind;
  if (one.perViewMicros !== other.perViewMicros) return one.perViewMicros > other.perViewMicros;
  return one.key < other.key;
}

/**
 * Assumed number of views, clicks and burns per view, not based on measurements. Used only to compare flights with
 * different price models.
 */
const EXPECTED: Readonly<Record<BillableKind, number>> = { view: 1, click: 0.03, burn: 0.65 };
const PAID_KIND: Readonly<Record<PriceModel, BillableKind>> = { cpm: 'view', cpc: 'click', cpb: 'burn', flat: 'view' };

/**
 * Returns the expected revenue per view, in micro-dollars, for comparing flights. `priceMicros` is per 1,000 for CPM.
 */
export const expectedPerView = (model: PriceModel, priceMicros: number): number =>
  (model === 'cpm' ? priceMicros / 1_000 : priceMicros) * EXPECTED[PAID_KIND[model]];
