import { expect, test } from 'vitest';
import { tableSearchOf, upTo } from './table-search.ts';

const RULES = { sorts: ['name', 'email'], filters: { role: ['admin', 'property'], customer: upTo(9) } } as const;

test("keeps the table's valid search parameters", () => {
  const search = { q: 'pier', sort: '-email', page: '3', role: 'admin', customer: '01900000' };
  expect(tableSearchOf(search, RULES)).toEqual(search);
});

test('drops unknown values and defaults', () => {
  expect(tableSearchOf({ q: '', sort: 'password', page: '1', role: 'king', other: 'x' }, RULES)).toEqual({});
  expect(tableSearchOf({ customer: 'x'.repeat(10), q: 'a\u0000b', page: '100000' }, RULES)).toEqual({});
  expect(tableSearchOf({ page: '-2', q: 'x'.repeat(201), sort: 7 }, RULES)).toEqual({});
});
