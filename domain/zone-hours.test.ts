import { expect, test } from 'vitest';
import { zoneHours, zoneSegments } from './zone-hours.ts';
import { startOfDate } from './zoned-day.ts';

const hoursOf = (date: string, next: string, zone: string) => [
  ...zoneHours(startOfDate(date, zone), startOfDate(next, zone), zone).values(),
];

test('the night when clocks go back repeats one hour, and the night when they go forward skips one', () => {
  const back = hoursOf('2026-11-01', '2026-11-02', 'America/New_York');
  expect(back).toHaveLength(25);
  expect(back.slice(0, 4)).toEqual([
    '2026-11-01T00:00-04:00',
    '2026-11-01T01:00-04:00',
    '2026-11-01T01:00-05:00',
    '2026-11-01T02:00-05:00',
  ]);
  const forward = hoursOf('2026-03-08', '2026-03-09', 'America/New_York');
  expect(forward).toHaveLength(23);
  expect(forward.slice(1, 3)).toEqual(['2026-03-08T01:00-05:00', '2026-03-08T03:00-04:00']);
});

test('hours of zones at :30 and :45 begin there, and a half-hour clock change is its own hour', () => {
  expect(
    [
      ...zoneHours(
        startOfDate('2026-06-01', 'Asia/Kathmandu'),
        startOfDate('2026-06-02', 'Asia/Kathmandu'),
        'Asia/Kathmandu',
      ),
    ][0],
  ).toEqual([Date.parse('2026-05-31T18:15:00Z'), '2026-06-01T00:00+05:45']);
  const back = hoursOf('2026-04-05', '2026-04-06', 'Australia/Lord_Howe');
  expect(back.slice(1, 4)).toEqual(['2026-04-05T01:00+11:00', '2026-04-05T01:00+10:30', '2026-04-05T02:00+10:30']);
});

test('a range within an hour has that hour, from the start of the range', () => {
  const from = Date.parse('2026-06-01T10:20:00Z');
  expect([...zoneHours(from, from + 1, 'UTC')]).toEqual([[from, '2026-06-01T10:00+00:00']]);
  expect(zoneSegments(from, from + 1, 'UTC')).toEqual([{ startMs: from, offsetMs: 0 }]);
});
