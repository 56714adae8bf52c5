import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import type { Scope } from '#domain/role.ts';
import { buildNetwork } from '../../network/snapshot/whole-network.ts';
import { contractClock, periodOf } from './contract-clock.ts';
import { narrowScope } from './question.ts';
import { readRange, readTimeZone, resolveRange, stampsOf } from './time-range.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const customer = (key: number, kind: 'property' | 'advertiser') => ({
  id: `c${key}`,
  key,
  name: `Name ${key}`,
  name_key: `name ${key}`,
  kind,
  deleted_at: null,
});
const outlets = [1, 2, 3].map((key) => ({
  id: `o${key}`,
  key,
  eui: String(key).repeat(16),
  label: '',
  lat: null,
  lng: null,
  retired_at: null,
}));
const zones = ['America/Los_Angeles', 'America/Los_Angeles', 'America/New_York'];
const network = buildNetwork(
  {
    customers: [customer(1, 'property'), customer(2, 'advertiser'), customer(3, 'property')],
    venues: zones.map((time_zone, at) => ({
      id: `v${at}`,
      name: `v${at}`,
      name_key: `v${at}`,
      type: '',
      state: '',
      time_zone,
      lat: null,
      lng: null,
    })),
    outlets,
    assignments: outlets.map(({ id }, at) => ({
      id: `a${at}`,
      outlet_id: id,
      customer_id: 'c1',
      venue_id: `v${at}`,
      from_at: 0,
      to_at: null,
    })),
    flights: [],
  },
  NOW,
);
const owner: Scope = { kind: 'owner', customerId: 'c1', customerKey: 1 };
const sponsor: Scope = { kind: 'advertiser', customerId: 'c2', customerKey: 2 };

test('cid narrows a scope and never widens it', () => {
  const narrow = (scope: Scope, cid: string | undefined, hosts: readonly number[] = []) =>
    narrowScope(network, scope, cid, new Set(hosts));
  expect(narrow(owner, undefined)).toEqual({ scope: owner, customerKey: null });
  expect(narrow({ kind: 'all' }, 'Name 1')).toEqual({ scope: { kind: 'all' }, customerKey: 1 });
  // A query about an advertiser becomes the query of that advertiser.
  expect(narrow({ kind: 'all' }, 'c2')).toEqual({ scope: sponsor, customerKey: null });
  expect(() => narrow({ kind: 'all' }, 'nobody')).toThrow('Customer not found');
  const foreign = 'access to this customer';
  for (const cid of ['c3', 'nobody']) expect(() => narrow(owner, cid)).toThrow(foreign);
  expect(narrow(sponsor, 'c1', [1])).toEqual({ scope: sponsor, customerKey: 1 });
  expect(() => narrow(sponsor, 'c1', [3])).toThrow(foreign);
});

test('cid prefers the exact name, then a name that reads the same, and an active customer before a retired one', () => {
  const named = (names: Readonly<Record<string, number | null>>) =>
    buildNetwork(
      {
        customers: Object.entries(names).map(([name, deleted_at], at) => ({
          ...customer(at + 1, 'property'),
          name,
          name_key: name.toLowerCase(),
          deleted_at,
        })),
        venues: [{ id: 'v', name: 'v', name_key: 'v', type: '', state: '', time_zone: 'UTC', lat: null, lng: null }],
        outlets,
        flights: [],
        // The network keeps a retired customer through the outlets it held.
        assignments: outlets.slice(0, Object.keys(names).length).map(({ id }, at) => ({
          id,
          outlet_id: id,
          customer_id: `c${at + 1}`,
          venue_id: 'v',
          from_at: 0,
          to_at: null,
        })),
      },
      NOW,
    );
  const keyOf = (names: Readonly<Record<string, number | null>>, cid: string) =>
    narrowScope(named(names), { kind: 'all' }, cid, null).customerKey;
  expect(keyOf({ 'Cafe Muller': null, 'Café Müller': 1 }, 'CAFÉ Müller')).toBe(2);
  expect(keyOf({ 'Café Müller': 1, 'Cafè Müller': null }, 'Cafe Muller')).toBe(2);
  expect(keyOf({ 'Café Müller': 1 }, 'Cafe Muller')).toBe(1);
});

test('a query gives a range in one way, which ends less than two days away', () => {
  expect(readRange({}, NOW)).toEqual({ startMs: null, endMs: null });
  expect(readRange({ range: '7d' }, NOW)).toEqual({ preset: '7d' });
  const latest = (NOW + 48 * HOUR_MS) / 1000;
  expect(readRange({ start: '1', end: String(latest) }, NOW)).toEqual({ startMs: 1_000, endMs: latest * 1000 });
  const wrong = [
    { start: '1', range: '7d' as const },
    { from: '2026-11-01' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '2026-11-02', to: '2026-11-01' },
    { end: String(latest + 1) },
    { start: '5', end: '5' },
  ];
  for (const text of wrong) expect(() => readRange(text, NOW), JSON.stringify(text)).toThrow();
  expect(() => readTimeZone('Mars/Base')).toThrow('valid time zone');
});

test('days are instants of a time zone, or the stamps of venues with instants around them', () => {
  const asked = { dates: { from: '2026-11-20', to: '2026-11-20' } };
  const today = '2026-11-21';
  const inZone = resolveRange(asked, { zone: 'America/New_York', byStamp: false, today });
  expect(inZone).toMatchObject({ startMs: Date.UTC(2026, 10, 20, 5), endMs: Date.UTC(2026, 10, 21, 5) });
  expect(stampsOf(inZone)).toBeNull();
  const stamped = resolveRange(asked, { zone: 'America/New_York', byStamp: true, today });
  expect(stampsOf(stamped)).toMatchObject(asked.dates);
  // The range is wide enough for every time zone, and no wider.
  const utc = Date.UTC(2026, 10, 20);
  expect([stamped.startMs, stamped.endMs]).toEqual([utc - 14 * HOUR_MS, utc + DAY_MS + 12 * HOUR_MS]);
});

test('an owner’s days are those of its venues, and the time zone of most outlets determines today', () => {
  const clock = contractClock(network, owner, null, 'UTC');
  expect(clock).toEqual({ zone: zones[0], daysOf: 'venues', zones: [zones[0], zones[2]] });
  expect(contractClock(network, owner, null, 'UTC')).toBe(clock);
  expect(contractClock(network, owner, 'Asia/Tokyo', 'UTC').daysOf).toBe('tz');
  expect(contractClock(network, sponsor, null, 'UTC')).toMatchObject({ zone: 'UTC', daysOf: 'network' });
  // The first time zone in which the day ends determines the result.
  expect(periodOf(clock, { startMs: null, endMs: null }, NOW).today_ends_in).toBe(17 * 3_600);
});
