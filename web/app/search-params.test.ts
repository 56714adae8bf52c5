import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

test.each(['1122334455667788', '0011223344556677', '12345678e1234567', 'true', '[1]', '"a"', 'a&b=c', 'Café 1'])(
  'the value %s comes back as the same text',
  (value) => {
    expect(parseSearch(stringifySearch({ eui: value }))).toEqual({ eui: value });
  },
);

test('what is absent or empty is left out', () => {
  expect(stringifySearch({ q: '', sort: undefined, eui: null })).toBe('');
});
