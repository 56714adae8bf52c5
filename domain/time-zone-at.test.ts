import { expect, test } from 'vitest';
import { timeZoneAt } from './time-zone-at.ts';
import { isTimeZone } from './zoned-day.ts';

test.each([
  [40.7128, -74.006, 'America/New_York'],
  [41.8781, -87.6298, 'America/Chicago'],
  [34.0522, -118.2437, 'America/Los_Angeles'],
  [33.4484, -112.074, 'America/Phoenix'],
])('%d, %d is in %s', (lat, lng, zone) => {
  expect(timeZoneAt(lat, lng)).toBe(zone);
  expect(isTimeZone(zone)).toBe(true);
});

test('an invalid place has no time zone', () => {
  expect(timeZoneAt(91, 0)).toBeNull();
  expect(timeZoneAt(0, 181)).toBeNull();
  expect(timeZoneAt(Number.NaN, 0)).toBeNull();
});
