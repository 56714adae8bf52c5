import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { sqliteEngine } from '../../databases/accounts/testing/open-engines.ts';
import { makeCustomer, makeOutlet, makeVenue, reassignOutlet } from '../../testing/makers.ts';
import { buildNetwork, createWholeNetwork } from './whole-network.ts';

const customer = (key: number, over: object = {}) => ({
  id: `c${key}`,
  key,
  name: `Name ${key}`,
  name_key: `name ${key}`,
  kind: 'property' as const,
  deleted_at: null,
  ...over,
});
const venue = (id: string) => ({ id, name: id, name_key: id, type: '', state: '', time_zone: 'UTC', lat: 1, lng: 2 });
const outlet = { id: 'o1', key: 1, eui: 'a'.repeat(16), label: 'Desk 1', lat: 40, lng: -70, retired_at: null };
const assignment = (customerId: string, from_at: number, to_at: number | null) => ({
  id: `${customerId}${from_at}`,
  outlet_id: 'o1',
  customer_id: customerId,
  venue_id: `v-${customerId}`,
  from_at,
  to_at,
});
const rows = {
  customers: [customer(1), customer(2), customer(3, { deleted_at: 5 })],
  venues: ['v-c1', 'v-c2'].map(venue),
  outlets: [outlet],
  assignments: [assignment('c1', 0, 100), assignment('c2', 100, null)],
  flights: [],
};
const holdingOf = (network: ReturnType<typeof buildNetwork>, key: number) => {
  const holding = network.holdings.get(key)?.get(1);
  if (holding === undefined) throw new Error('not held');
  return holding;
};

test('a former owner keeps its holding', () => {
  const network = buildNetwork(rows, 1_000);
  const [former, present] = [holdingOf(network, 1), holdingOf(network, 2)];
  expect([former.endedAt, present.endedAt]).toEqual([100, null]);
});

test('a scheduled transfer happens at its time, and an outlet that returns is held again', () => {
  const early = buildNetwork(rows, 99);
  expect(holdingOf(early, 1).endedAt).toBeNull();
  expect(early.holdings.has(2)).toBe(false);
  const back = {
    ...rows,
    assignments: [...rows.assignments.slice(0, 1), assignment('c2', 100, 200), assignment('c1', 200, null)],
  };
  expect(holdingOf(buildNetwork(back, 1_000), 1).endedAt).toBeNull();
});

test('a retired outlet counts as ended, and a deleted customer without outlets is gone', () => {
  const retired = buildNetwork({ ...rows, outlets: [{ ...outlet, retired_at: 500 }] }, 1_000);
  expect(holdingOf(retired, 2).endedAt).toBe(500);
  expect(retired.customers.map(({ id }) => id)).toEqual(['c1', 'c2']);
  expect(retired.customerById.has('c3')).toBe(true);
});

test('after a clock that was ahead is set back, a scheduled transfer has not happened', async () => {
  const engine = sqliteEngine();
  onTestFinished(engine.remove);
  const accounts = await engine.openMigrated();
  const [from, to] = [await makeCustomer(accounts), await makeCustomer(accounts)];
  const venue = await makeVenue(accounts, { customerId: from.id });
  const { id: outletId } = await makeOutlet(accounts, { customerId: from.id, venueId: venue.id });
  const moveMs = Date.UTC(2026, 10, 22);
  await reassignOutlet(accounts, { outletId, customerId: to.id, at: moveMs });
  const network = createWholeNetwork(accounts);
  const hasMoved = async (nowMs: number) => (await network(nowMs)).holdings.has(to.key);
  expect(await hasMoved(moveMs + 1)).toBe(true);
  expect(await hasMoved(moveMs - DAY_MS)).toBe(false);
  // A query for a slightly earlier time than the other query returns the same cached network.
  expect(network(moveMs - DAY_MS - 2_000)).toBe(network(moveMs - DAY_MS));
});
