import { expect, test } from 'vitest';
import { DUNNING_DAYS, nextDunningLevel, readDunningDays } from './dunning.ts';

/** Returns the day and level of each reminder of an invoice that stays unpaid, looked at once a day. */
function remindersOf(levels: readonly number[], firstLook: number): [day: number, level: number][] {
  const sent: [number, number][] = [];
  for (let day = firstLook; day <= 120; day += 1) {
    const [lastDay, last] = sent.at(-1) ?? [0, 0];
    const level = nextDunningLevel(levels, { daysLate: day, last, daysSinceLast: day - lastDay });
    if (level !== null) sent.push([day, level]);
  }
  return sent;
}

test('each level is sent once, on its day', () => {
  expect(remindersOf(DUNNING_DAYS, -30)).toEqual([
    [3, 1],
    [14, 2],
    [30, 3],
  ]);
});

test('an invoice that is long overdue at the first look still gets one level after the other', () => {
  expect(remindersOf(DUNNING_DAYS, 60)).toEqual([
    [60, 1],
    [71, 2],
    [87, 3],
  ]);
});

test('reads increasing days only', () => {
  expect(readDunningDays('3,14,30')).toEqual([3, 14, 30]);
  expect(readDunningDays('7')).toEqual([7]);
  expect(readDunningDays('off')).toEqual([]);
  for (const text of ['', '0', '3,3', '14,3', '1,2,3,4', 'three', '3;14'])
    expect(readDunningDays(text), text).toBeNull();
});
