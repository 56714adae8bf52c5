import { MINUTE_MS } from '#domain/durations.ts';
import type { Needs } from '../needs.ts';
import { STEP_MS } from '../plan/steps.ts';
import { createFreshness, type Freshness } from './freshness.ts';

/** Most events arrive within this delay. */
const USUAL_DELAY_MS = 5 * MINUTE_MS;

/**
 * Splits time at the point where nearly all events have arrived. The cache keeps sums from before it until a late
 * event. Only the last minutes are read again after every change (20 million views: 0.6 s of CPU against 0.01 s).
 */
export type SettledTime = {
  /** Epoch ms. Never decreases, even if the clock does. */
  until(): number;
  /** Increases when an event in scope arrives in time that is already settled. */
  readonly lateness: Freshness;
};

export function createSettledTime({ live, now }: Pick<Needs, 'live' | 'now'>): SettledTime {
  let untilMs = Number.NEGATIVE_INFINITY;
  const until = () => {
    untilMs = Math.max(untilMs, Math.floor((now() - USUAL_DELAY_MS) / STEP_MS) * STEP_MS);
    return untilMs;
  };
  return { until, lateness: createFreshness(live, ({ oldestMs }) => oldestMs < until()) };
}
