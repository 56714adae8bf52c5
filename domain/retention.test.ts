import { expect, test } from 'vitest';
import { LATEST_DAYS_LATE } from './constants.ts';
import { DAY_MS } from './durations.ts';
import { keptSince, LEAST_RETENTION_MONTHS } from './retention.ts';

test('months are calendar months, and a short month ends earlier', () => {
  expect(keptSince(2, Date.UTC(2026, 10, 21, 23))).toBe('2026-09-21');
  expect(keptSince(24, Date.UTC(2026, 0, 5))).toBe('2024-01-05');
  expect(keptSince(2, Date.UTC(2026, 3, 30))).toBe('2026-02-28');
  expect(keptSince(14, Date.UTC(2025, 3, 30))).toBe('2024-02-29');
  expect(keptSince(12, Date.UTC(2024, 1, 29))).toBe('2023-02-28');
});

test('on any day, nothing is removed that an outlet may still report', () => {
  for (let day = 0; day < 1_500; day += 1) {
    const nowMs = Date.UTC(2026, 0, 1) + day * DAY_MS;
    const keptDays = (nowMs - Date.parse(keptSince(LEAST_RETENTION_MONTHS, nowMs))) / DAY_MS;
    expect(keptDays).toBeGreaterThan(LATEST_DAYS_LATE + 7);
  }
});
