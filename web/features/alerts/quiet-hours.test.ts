import { expect, test } from 'vitest';
import { clockOf, minuteOf } from './quiet-hours.ts';

test.each([
  ['00:00', 0],
  ['07:30', 450],
  ['23:59', 1_439],
] as const)('%s is minute %i of the day, either way', (clock, minute) => {
  expect(minuteOf(clock)).toBe(minute);
  expect(clockOf(minute)).toBe(clock);
});

test.each(['', '24:00', '7:30', 'noon'])('%s is no time', (clock) => {
  expect(minuteOf(clock)).toBeNull();
});
