import { expect, test } from 'vitest';
import { scopeFilters } from './scope-filters.ts';

const TABLES = ['events', 'events_by_campaign', 'archived_quarter', 'sealed_invalid'];
const ROLLUPS = ['sealed_day', 'device_total', 'device_recent'];
const filtersOf = (kind: 'owner' | 'advertiser', customerKey = 7) =>
  scopeFilters({ kind, customerId: 'seven', customerKey }, 'outlets');
const each = (tables: readonly string[], filter: string) => tables.map((table) => `'outlets.${table}':'${filter}'`);

test('an owner sees its own rows of every table, and an advertiser its own events and no rollup', () => {
  expect(scopeFilters({ kind: 'all' }, 'outlets')).toBeNull();
  expect(filtersOf('owner')).toBe(`{${each([...TABLES, ...ROLLUPS], 'customer_id = 7').join()}}`);
  expect(filtersOf('advertiser')).toBe(`{${[...each(TABLES, 'advertiser_id = 7'), ...each(ROLLUPS, '0')].join()}}`);
});

test.each([Number.NaN, -1, 1.5, 2 ** 60])('a scope whose number is %s reads nothing', (key) => {
  expect(() => filtersOf('owner', key)).toThrow(RangeError);
});
