import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateReadings, numberReadings, shareReadings } from './row-reader.ts';

test.each([
  ['14,50', ['14.50']],
  ['1.234,56', ['1234.56']],
  ['1,234.56', ['1234.56']],
  ['1 234,5', ['1234.5']],
  ['1\u202f234\u202f567', ['1234567']],
  ["12'345.67", ['12345.67']],
  ['1.234.567', ['1234567']],
  ['1,234,567', ['1234567']],
  ['0,125', ['0.125']],
  ['1234,567', ['1234.567']],
  ['-8,5', ['-8.5']],
  ['1,234', ['1.2340', '1234']],
  ['1.234', ['1.234']],
  ['1.23,4', []],
  ['1,2,3', []],
  ['$10', []],
  ['', []],
])('%s in a comma-separated file can mean %j', (cell, readings) => {
  expect(numberReadings(cell, false)).toEqual(readings);
});

test('in a semicolon-separated file, a point before three digits may separate thousands', () => {
  expect(numberReadings('1.234', true)).toEqual(['1.2340', '1234']);
  expect(numberReadings('0.234', true)).toEqual(['0.234']);
  expect(numberReadings('12.50', true)).toEqual(['12.50']);
});

test('an amount of a German, French, Swiss or American spreadsheet means itself, or causes a question', () => {
  const cents = fc.integer({ min: -1e9, max: 1e9 });
  fc.assert(
    fc.property(cents, fc.constantFrom('de-DE', 'fr-FR', 'de-CH', 'en-US', 'nb-NO'), (value, locale) => {
      const cell = (value / 100).toLocaleString(locale, { minimumFractionDigits: 2 }).replace('−', '-');
      expect(numberReadings(cell, locale !== 'en-US').map(Number), cell).toEqual([value / 100]);
    }),
  );
});

test.each([
  ['35,5%', ['35.5%']],
  ['35,5 %', ['35.5%']],
  ['0,3', ['0.3']],
  ['35.123%', ['35.123%']],
  ['%', []],
])('%s can be the share %j', (cell, readings) => {
  expect(shareReadings(cell, false)).toEqual(readings);
});

test.each([
  ['21.10.2026', ['2026-10-21']],
  ['1.2.2026', ['2026-02-01']],
  ['21/10/2026', ['2026-10-21']],
  ['10/21/2026', ['2026-10-21']],
  ['01/02/2026', ['2026-02-01', '2026-01-02']],
  ['05-05-2026', ['2026-05-05']],
  ['31.02.2026', []],
  ['10.21.2026', []],
  ['21.10.26', []],
  ['21.10-2026', []],
])('%s can be the date %j', (cell, readings) => {
  expect(dateReadings(cell)).toEqual(readings);
});
