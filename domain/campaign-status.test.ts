import { expect, test } from 'vitest';
import { campaignStatus } from './campaign-status.ts';

const flight = (startsMs: number, endsMs: number, paused = false) => ({ startsMs, endsMs, paused });

test.each([
  ['Live', [flight(0, 10)]],
  ['Live', [flight(0, 10, true), flight(4, 6)]],
  ['Live', [flight(5, 6)]],
  ['Paused', [flight(0, 10, true), flight(8, 9)]],
  ['Scheduled', [flight(0, 5), flight(6, 9)]],
  ['Paused', [flight(0, 10, true), flight(6, 10)]],
  ['Scheduled', [flight(6, 10), flight(0, 5)]],
  ['Ended', [flight(0, 5)]],
  [null, []],
])('the status is %s', (status, flights) => {
  expect(campaignStatus(flights, 5)).toBe(status);
});
