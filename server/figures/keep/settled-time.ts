import { MINUTE_MS } from '#domain/durations.ts';
import type { Needs } from '../needs.ts';
import { STEP_MS } from '../plan/steps.ts';
import { createFreshness, type Freshness } from './freshness.ts';

/** Outlets mostly report sooner than this. */
const USUAL_DELAY_MS = 5 * MINUTE_MS;

/**
 * Time is split where nearly all events have come in: sums of what lies before are kept until a later event falls into it,
 * and only the last minutes are read anew with every change (20 million views: 0.6 s of CPU against 0.01 s).
 */
export type SettledTime = {
  /** Epoch ms; never goes back, whatever the clock does. */
  until(): number;
  /** Grows with every change in scope to what was settled when it came. */
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
