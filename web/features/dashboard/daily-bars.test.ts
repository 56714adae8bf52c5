import { expect, test } from 'vitest';
import { dailyBars } from './daily-views.tsx';

test('shows days without events as bars of zero', () => {
  const bars = dailyBars([{ date: '2026-11-02', views: 5 }], '2026-11-01', '2026-11-03');
  expect(bars.map(({ start, value }) => [start, value])).toEqual([
    ['2026-11-01', 0],
    ['2026-11-02', 5],
    ['2026-11-03', 0],
  ]);
});

test('groups a long range into spans without losing views', () => {
  const days = Array.from({ length: 365 }, (_, index) => ({
    date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    views: 2,
  }));
  const bars = dailyBars(days, '2026-01-01', '2026-12-31');
  expect(bars.length).toBeLessThanOrEqual(62);
  expect(bars.reduce((sum, { value }) => sum + value, 0)).toBe(730);
  expect(bars[0]).toEqual({ start: '2026-01-01', end: '2026-01-06', value: 12 });
});
