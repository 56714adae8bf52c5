import { divideHalfEven } from './money.ts';
import { planStartMs } from './plan-start.ts';

export type PacedFlight = {
  readonly startsMs: number;
  /** The plan begins no earlier (`planStartMs`). */
  readonly approvedMs: number | null;
  readonly endsMs: number;
  readonly budgetMicros: number;
  readonly dailyCapMicros: number | null;
  readonly pacing: 'even' | 'fast';
};

/** How much of a span lies before an instant, 0 to 1. */
const part = (fromMs: number, toMs: number, nowMs: number): number =>
  toMs <= fromMs ? 0 : Math.min(1, Math.max(0, (nowMs - fromMs) / (toMs - fromMs)));

/** What an even flight was to have spent by the instant: its budget in proportion to the time of its plan. */
export const expectedMicros = (flight: PacedFlight, nowMs: number): number =>
  Math.round(flight.budgetMicros * part(planStartMs(flight), flight.endsMs, nowMs));

/**
 * What the day is to spend. `even`: what is left at its begin, in proportion to its part of the time that is left; `fast`: all
 * that is left. The daily cap bounds both.
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

/** What of the day's plan was to be spent by the instant. */
export const expectedOfDay = (
  flight: PacedFlight,
  day: { readonly startMs: number; readonly endMs: number },
  plannedMicros: number,
  nowMs: number,
): number => {
  const [fromMs, toMs] = [Math.max(day.startMs, planStartMs(flight)), Math.min(day.endMs, flight.endsMs)];
  return Math.round(plannedMicros * part(fromMs, toMs, nowMs));
};

/** So much in a time, for a time. */
export type SpendRate = { readonly micros: number; readonly inMs: number; readonly forMs: number };

export const comesTo = ({ micros, inMs, forMs }: SpendRate): number =>
  Number(divideHalfEven(BigInt(micros) * BigInt(forMs), BigInt(inMs)));
