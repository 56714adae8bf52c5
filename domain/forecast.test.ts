import { expect, test } from 'vitest';
import { DAY_MS } from './durations.ts';
import { forecast } from './forecast.ts';

const asked = {
  daily: [...Array(7).fill(50), ...Array(14).fill(100), ...Array(7).fill(150)],
  startsMs: 0,
  endsMs: 10 * DAY_MS,
  competing: 0,
  budgetMicros: null,
  dailyCapMicros: null,
  model: 'flat' as const,
  priceMicros: 1_000_000,
};

test('forecasts low, likely and high views and spend of the last 28 days; only the high one ignores other flights', () => {
  expect(forecast(asked)).toEqual({
    days: 10,
    views: { low: 500, likely: 1_000, high: 1_500 },
    spend: { low: 500, likely: 1_000, high: 1_500 },
  });
  expect(forecast({ ...asked, competing: 1 }).views).toEqual({ low: 250, likely: 500, high: 1_500 });
});

test('a forecast never exceeds the budget and the daily cap', () => {
  expect(forecast({ ...asked, budgetMicros: 800_000_000 }).views).toEqual({ low: 500, likely: 800, high: 800 });
  expect(forecast({ ...asked, dailyCapMicros: 60_000_000 }).spend).toEqual({ low: 500, likely: 600, high: 600 });
  expect(forecast({ ...asked, model: 'cpc' }).spend).toBeNull();
  expect(forecast({ ...asked, endsMs: null })).toEqual({ days: null, views: null, spend: null });
});
