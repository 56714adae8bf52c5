import type { BillableKind, PriceModel } from './money.ts';
import { planStartMs } from './plan-start.ts';
import type { ZonedDay } from './zoned-day.ts';

/** What a flight may spend, and how it spreads it. */
export type FlightPlan = {
  readonly startsMs: number;
  /** The plan begins no earlier (`planStartMs`). */
  readonly approvedMs: number | null;
  readonly endsMs: number;
  readonly budgetMicros: number;
  /** On a day of its zone; null: as much as there is. */
  readonly dailyCapMicros: number | null;
  readonly pacing: 'even' | 'fast';
};

/** Micro-dollars that are spent, or held for plays under way: in all, and on the day that is looked at. */
export type FlightSpent = { readonly allMicros: number; readonly dayMicros: number };

/**
 * What an even flight should spend on a day of its zone: of what it had left when the day began as large a part as the day is of the
 * time it had left; what it missed so far is spread over the days that remain.
 */
export function dayPlanMicros(flight: FlightPlan, day: ZonedDay, spent: FlightSpent): number {
  const { fromMs, toMs } = hoursOf(flight, day);
  if (toMs <= fromMs) return 0;
  const leftMicros = Math.max(0, flight.budgetMicros - (spent.allMicros - spent.dayMicros));
  const planMicros = (leftMicros * (toMs - fromMs)) / (flight.endsMs - fromMs);
  return Math.min(planMicros, flight.dailyCapMicros ?? Number.POSITIVE_INFINITY);
}

/** The part of the day's plan that should be spent by now: as much as of the day has passed. */
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
 * How far the flight is behind what it should have spent by now, in whole percent of that; null where it is not and waits.
 * A fast flight has no plan to be behind: it takes what the plans of others leave.
 */
export function percentBehind(flight: FlightPlan, day: ZonedDay, spent: FlightSpent, nowMs: number): number | null {
  if (flight.pacing === 'fast') return 0;
  const planned = plannedMicros(flight, day, spent, nowMs);
  return spent.dayMicros < planned ? Math.round((100 * (planned - spent.dayMicros)) / planned) : null;
}

export type Candidate = {
  readonly key: number;
  /** By `percentBehind`. */
  readonly behind: number;
  /** What a view is expected to pay, in micro-dollars. */
  readonly perViewMicros: number;
};

/** The choice among eligible flights: the one most behind its plan, then the better paid (docs/business-rules.md#delivery). */
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

/** How many clicks and burns a view leads to where nobody measured: only to compare flights that pay for different things. */
const EXPECTED: Readonly<Record<BillableKind, number>> = { view: 1, click: 0.03, burn: 0.65 };
const PAID_KIND: Readonly<Record<PriceModel, BillableKind>> = { cpm: 'view', cpc: 'click', cpb: 'burn', flat: 'view' };

/** What a view of a flight is expected to pay, in micro-dollars, to be compared with others. `priceMicros` is per 1,000 for CPM. */
export const expectedPerView = (model: PriceModel, priceMicros: number): number =>
  (model === 'cpm' ? priceMicros / 1_000 : priceMicros) * EXPECTED[PAID_KIND[model]];
