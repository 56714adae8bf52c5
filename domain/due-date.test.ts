import { expect, test } from 'vitest';
import { addDays } from './calendar-date.ts';
import { dueAt } from './due-date.ts';
import { HOUR_MS } from './durations.ts';
import { wallClock } from './zoned-day.ts';

const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu'];

test.each(ZONES)('in %s an invoice is due 30 days later, at any hour of a year', (zone) => {
  for (let ms = Date.UTC(2026, 0, 1, 0, 15); ms < Date.UTC(2027, 0, 1); ms += 11 * HOUR_MS)
    expect(wallClock(dueAt(ms, zone), zone).date).toBe(addDays(wallClock(ms, zone).date, 30));
});

test('one hour after midnight stays one hour after midnight when the clocks go back', () => {
  const issued = Date.parse('2026-10-06T00:30:00-04:00');
  expect(new Date(dueAt(issued, 'America/New_York')).toISOString()).toBe('2026-11-05T05:30:00.000Z');
});
