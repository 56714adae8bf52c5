import { expect, test } from 'vitest';
import { readCountry } from './country.ts';

test.each([
  ['', ''],
  [' us ', 'US'],
  ['DE', 'DE'],
  ['Germany', 'DE'],
  ['japan', 'JP'],
  ['Sri Lanka', 'LK'],
])('%s is the country %s', (text, code) => {
  expect(readCountry(text)).toBe(code);
});

test.each(['ZZ', 'EU', 'XA', 'Narnia', 'USA 1', 'D'])('%s is not a country', (text) => {
  expect(readCountry(text)).toBeNull();
});
