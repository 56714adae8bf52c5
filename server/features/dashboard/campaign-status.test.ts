import { expect, test } from 'vitest';
import { campaignStatus } from './campaign-status.ts';

const flight = (startsAt: number, endsAt: number, paused = 0) => ({ startsAt, endsAt, paused });

test.each([
  ['Live', [flight(0, 100), flight(0, 10), flight(0, 100, 1)]],
  ['Live', [flight(50, 51)]],
  ['Paused', [flight(0, 100, 1), flight(60, 100)]],
  ['Scheduled', [flight(51, 100), flight(0, 50)]],
  ['Ended', [flight(0, 50)]],
  ['Ended', []],
] as const)('%s is what an advertiser reads at 50 of %j', (word, flights) => {
  expect(campaignStatus(flights, 50)).toBe(word);
});
