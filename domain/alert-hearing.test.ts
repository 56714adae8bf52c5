import { expect, test } from 'vitest';
import { type Heard, hearing } from './alert-hearing.ts';
import { MINUTE_MS } from './durations.ts';

const at = (minute: number, newest: number, before: Heard | null) =>
  hearing(before, { nowMs: minute * MINUTE_MS, newestMs: newest * MINUTE_MS, stoppedAfterMs: 30 * MINUTE_MS });

test('the first check is not sure for 15 minutes, even with data of an earlier version', () => {
  let before = at(100, 70, null);
  expect(before).toMatchObject({ isStopped: false, isSure: false });
  for (let minute = 101; minute < 115; minute += 1) before = at(minute, 70, before);
  expect(before).toMatchObject({ isStopped: false, isSure: false });
  expect(at(115, 70, before)).toMatchObject({ isStopped: true, isSure: false });
  expect(at(115, 114, before)).toMatchObject({ isStopped: false, isSure: true });
});

/** The state of a process that has been listening for a long time. */
const listening = (minute: number): Heard => ({ at: minute * MINUTE_MS, resumed: 0, stopped: 0 });

test('after a pause of the process, nothing counts as silent or stopped for 15 minutes', () => {
  let before: Heard & { isSure?: boolean } = listening(100);
  before = at(105, 99, before);
  expect(before.isSure).toBe(true);
  before = at(300, 99, before);
  expect(before).toMatchObject({ isStopped: false, isSure: false });
  for (let minute = 301; minute < 315; minute += 1) before = at(minute, minute, before);
  expect(before.isSure).toBe(false);
  expect(at(315, 315, before)).toMatchObject({ isStopped: false, isSure: true });
  expect(at(315, 99, before)).toMatchObject({ isStopped: true, isSure: false });
});

test('when events resume, all outlets get another 15 minutes', () => {
  let before = at(100, 65, listening(99));
  expect(before.isStopped).toBe(true);
  before = at(101, 101, before);
  expect(before).toMatchObject({ isStopped: false, isSure: false });
  for (let minute = 102; minute < 115; minute += 1) before = at(minute, minute, before);
  expect(before.isSure).toBe(false);
  expect(at(115, 115, before).isSure).toBe(true);
});
