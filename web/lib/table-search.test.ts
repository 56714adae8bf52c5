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

test('keeps the parameters of further tables on the page under their prefix', () => {
  const rules = { ...RULES, also: { refunds: { sorts: ['number'], filters: { state: ['paid'] } } } } as const;
  const search = {
    sort: 'name',
    refunds_sort: '-number',
    refunds_state: 'paid',
    refunds_page: '2',
    refunds_limit: '50',
  };
  expect(tableSearchOf({ ...search, refunds_role: 'admin', other_q: 'x' }, rules)).toEqual(search);
  expect(tableSearchOf({ refunds_sort: 'name', refunds_limit: '7', limit: '25' }, rules)).toEqual({ limit: '25' });
});
