import { HOUR_MS } from '../../domain/durations.ts';
import type { Analytics } from '../contract/analytics.ts';
import { sampleNumbers } from './random-sample.ts';

const CHART_START = Date.UTC(2019, 0, 19);
const CHART_STEP_MS = 25 * HOUR_MS;
const CHART_POINTS = 90;
const REVENUE_LABELS = ['SMX', 'Direct', 'Networks'] as const;
/** The mean and range of each chart series. */
const CHART_LEVELS = [
  { middle: 18, swing: 6 },
  { middle: 11, swing: 4 },
  { middle: 5, swing: 3 },
] as const;

/** Returns the analytics page's sample figures, which depend only on the seed. */
export function analyticsSample(seed: number): Analytics {
  const next = sampleNumbers(seed);
  return {
    visits: { count: 4.332, logins: 830, sign_out_pct: 0.5, rate_pct: 4.5 },
    performance: {
      sdk: { this_period_pct: 60, last_period_pct: 30 },
      integration: { this_period_pct: 40, last_period_pct: 55 },
    },
    server: { 1: { pct: 60, temp: 37, frequency: 3.3 }, 2: { pct: 54, temp: 31, frequency: 3.3 } },
    revenue: REVENUE_LABELS.map((label) => ({ label, data: 1 + Math.floor(next() * 100) })),
    mainChart: CHART_LEVELS.map(({ middle, swing }, series) =>
      Array.from({ length: CHART_POINTS }, (_, index): [number, number] => {
        const wave = Math.sin(index / (5 + series * 2)) * swing * 0.6;
        const value = Math.max(0, middle + wave + (next() - 0.5) * swing);
        return [CHART_START + index * CHART_STEP_MS, Math.round(value * 100) / 100];
      }),
    ),
  };
}
