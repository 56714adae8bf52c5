import { divideHalfEven } from './money.ts';
import { planStartMs } from './plan-start.ts';

export type PacedFlight = {
  readonly startsMs: number;
  /** The plan does not begin before this time (`planStartMs`). */
  readonly approvedMs: number | null;
  readonly endsMs: number;
  readonly budgetMicros: number;
  readonly dailyCapMicros: number | null;
  readonly pacing: 'even' | 'fast';
};

/** Returns the fraction of a span that has elapsed, 0 to 1. */
const part = (fromMs: number, toMs: number, nowMs: number): number =>
  toMs <= fromMs ? 0 : Math.min(1, Math.max(0, (nowMs - fromMs) / (toMs - fromMs)));

/**
 * Returns how much an evenly paced flight should have spent by now: its budget in proportion to its plan's elapsed
 * time.
 */
export const expectedMicros = (flight: PacedFlight, nowMs: number): number =>
  Math.round(flight.budgetMicros * part(planStartMs(flight), flight.endsMs, nowMs));

/**
 * Returns the spending planned for a day. `even`: the budget left at the start of the day, in proportion to the day's
 * part of the remaining time. `fast`: the whole remaining budget. The daily cap limits both.
 */
export function plannedOfDay(
  flight: PacedFlight,
  day: { readonly startMs: number; readonly endMs: number },
  spentBeforeMicros: number,
): number {
  const { endsMs, budgetMicros, dailyCapMicros, pacing } = flight;
  const [fromMs, toMs] = [Math.max(day.startMs, planStartMs(flight)), Math.min(day.endMs, endsMs)];
  if (toMs <= fromMs) return 0;
  const left = Math.max(0, budgetMicros - spentBeforeMicros);
  const planned = pacing === 'fast' ? left : Math.round((left * (toMs - fromMs)) / (endsMs - fromMs));
  return dailyCapMicros === null ? planned : Math.min(planned, dailyCapMicros);
}

/** Returns the part of the day's plan that should be spent by now. */
export const expectedOfDay = (
  flight: PacedFlight,
  day: { readonly startMs: number; readonly endMs: number },
  plannedMicros: number,
  nowMs: number,
): number => {
  const [fromMs, toMs] = [Math.max(day.startMs, planStartMs(flight)), Math.min(day.endMs, flight.endsMs)];
  return Math.round(plannedMicros * part(fromMs, toMs, nowMs));
};

/** A rate of spending, `micros` per `inMs`, and how long the rate applies (`forMs`). */
export type SpendRate = { readonly micros: number; readonly inMs: number; readonly forMs: number };

export const comesTo = ({ micros, inMs, forMs }: SpendRate): number =>
  Number(divideHalfEven(BigInt(micros) * BigInt(forMs), BigInt(inMs)));
