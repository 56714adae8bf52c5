import { expect, test } from 'vitest';
import { clockOf, minuteOf } from './alert-rules-panel.tsx';

test.each([
  ['00:00', 0],
  ['07:30', 450],
  ['23:59', 1_439],
] as const)('converts %s to minute %i of the day and back', (clock, minute) => {
  expect(minuteOf(clock)).toBe(minute);
  expect(clockOf(minute)).toBe(clock);
});

test.each(['', '24:00', '7:30', 'noon'])('rejects %s as a time', (clock) => {
  expect(minuteOf(clock)).toBeNull();
});
