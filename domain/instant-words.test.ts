import { expect, test } from 'vitest';
import { instantWords } from './instant-words.ts';

const AT = Date.parse('2026-11-29T06:38:59Z');

test.each([
  ['America/New_York', 'Nov 29, 2026, 1:38 AM EST'],
  ['UTC', 'Nov 29, 2026, 6:38 AM UTC'],
  ['Europe/Berlin', 'Nov 29, 2026, 7:38 AM GMT+1'],
  ['Asia/Kolkata', 'Nov 29, 2026, 12:08 PM GMT+5:30'],
])('in %s it is %s', (zone, words) => {
  expect(instantWords(AT, zone)).toBe(words);
});

test('the abbreviation is the one of that day', () => {
  expect(instantWords(Date.parse('2026-07-04T06:38:00Z'), 'America/New_York')).toBe('Jul 4, 2026, 2:38 AM EDT');
});
