import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/durations.ts';
import { addMinutes, type ContactMinutes, noteMinute } from './contact-minutes.ts';

const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);
const HOUR = at('10:00:00') / HOUR_MS;

test('a minute is a bit of its half hour, and noting it twice changes nothing', () => {
  const minutes: ContactMinutes = new Map();
  for (const time of ['10:00:00', '10:00:59.999', '10:29:59', '10:30:00', '10:59:59.999'])
    noteMinute(minutes, 7, at(time));
  expect(minutes.get(7)?.get(HOUR)).toEqual({ first: 1 | (1 << 29), second: 1 | (1 << 29) });
});

test('separates hours and outlets, and merges minutes that could not be written', () => {
  const failed: ContactMinutes = new Map();
  noteMinute(failed, 7, at('10:05:00'));
  noteMinute(failed, 8, at('11:05:00'));
  const minutes: ContactMinutes = new Map();
  noteMinute(minutes, 7, at('10:06:00'));
  addMinutes(minutes, failed);
  expect(minutes.get(7)?.get(HOUR)).toEqual({ first: (1 << 5) | (1 << 6), second: 0 });
  expect(minutes.get(8)?.get(HOUR + 1)).toEqual({ first: 1 << 5, second: 0 });
  expect(minutes.get(8)?.has(HOUR)).toBe(false);
});
