import { expect, test } from 'vitest';
import { tableSearchOf } from './table-search.ts';

const RULES = { sorts: ['name', 'email'], filters: { role: ['admin', 'property'], customer: 'text' } } as const;

test('what the address says of a table is kept', () => {
  const search = { q: 'pier', sort: '-email', page: '3', role: 'admin', customer: '01900000' };
  expect(tableSearchOf(search, RULES)).toEqual(search);
});

test('what is not understood, and what is the default, is dropped', () => {
  expect(tableSearchOf({ q: '', sort: 'password', page: '1', role: 'king', other: 'x' }, RULES)).toEqual({});
  expect(tableSearchOf({ page: '-2', q: 'x'.repeat(201), sort: 7 }, RULES)).toEqual({});
});
