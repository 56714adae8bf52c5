// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestEvents, type TestEvents } from '#event-store/testing/open-test-events.ts';
import { retryingReads } from './retrying-reads.ts';
import { packSums } from './sealed-sums.ts';
import { sumSealedDays } from './sums-queries.ts';

let store: TestEvents;
beforeAll(async () => {
  store = await openTestEvents();
});
afterAll(() => store.close());

/** More rows than any other response may have. */
const OUTLETS = 200_050;

test('sums by outlet exist for networks of any size, and other work runs while they are read', async () => {
  await store.events.engine.command(
    `INSERT INTO device_total (gen, customer_id, device_id, views, amount_micros)
      SELECT 1, intDiv(number, 100) + 1, number + 1, 3, 9007199254740993 FROM numbers(${OUTLETS})`,
  );
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const asked = { sealed: { kind: 'all-time' }, generation: 1, customers: null } as const;
  const rows = await sumSealedDays(retryingReads(store.events), { kind: 'all' }, asked);
  isDone = true;
  expect(rows).toHaveLength(OUTLETS);
  expect(turns).toBeGreaterThan(50);
  const sums = packSums(rows);
  expect(sums.size).toBe(OUTLETS);
  expect(sums.byCustomer.get(7)).toMatchObject({ views: 300, micros: 900719925474099300n });
  const outlets = new Map(sums.outletsOf(2_001));
  expect([...outlets.keys()].sort()).toEqual(Array.from({ length: 50 }, (_, nth) => 200_001 + nth));
});
