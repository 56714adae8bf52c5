import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './start.tsx';

test.each(['1122334455667788', '0011223344556677', '12345678e1234567', 'true', '[1]', '"a"', 'a&b=c', 'Café 1'])(
  'the value %s survives a round trip unchanged',
  (value) => {
    expect(parseSearch(stringifySearch({ eui: value }))).toEqual({ eui: value });
  },
);

test('leaves out absent and empty values', () => {
  expect(stringifySearch({ q: '', sort: undefined, eui: null })).toBe('');
});
