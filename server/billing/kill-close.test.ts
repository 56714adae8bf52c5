// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '#event-store/testing/event-oracle.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { openBilling, stateOf } from './testing/billing-fixture.ts';
import { breakAfter, KilledError } from './testing/break-after.ts';

let fixture: Awaited<ReturnType<typeof openBilling>>;
beforeAll(async () => {
  fixture = await openBilling();
});
afterAll(() => fixture.close());

/**
 * Closes the month in a process that dies after this number of writes, unless it finishes earlier. Returns whether it
 * died.
 */
const isKilledAfter = (writes: number, store: AccountsDb): Promise<boolean> =>
  fixture
    .billingOf(breakAfter(store, writes), -1_000)
    .close('2037-10')
    .then(
      () => false,
      (error: unknown) => {
        if (error instanceof KilledError) return true;
        throw error;
      },
    );

test('a close that is killed at every write and restarted ends the same', async () => {
  const { engine, billingOf } = fixture;
  const ends = new Set<string>();
  for (let writes = 0, wasKilled = true; wasKilled; writes += 1) {
    const copy = await engine.copy();
    const store = await copy.open();
    wasKilled = await isKilledAfter(writes, store);
    await billingOf(store, -1_000).close('2037-10');
    ends.add(JSON.stringify(await stateOf(store)));
    expect((await billingOf(store).verify()).faults).toEqual([]);
    await copy.remove();
  }
  expect(ends.size).toBe(1);
});

/** Maximum number of writes before a kill: more writes than a close has, so that some runs finish. */
const MOST_WRITES = 60;
const MOST_KILLS_IN_A_ROW = 4;

test('killed a hundred times at random writes, also while it resumes, its postings sum to zero each time', async () => {
  const { engine, billingOf } = fixture;
  const random = createRandom(100);
  const ends = new Set<string>();
  for (let kills = 0; kills < 100; ) {
    const copy = await engine.copy();
    const store = await copy.open();
    let wasKilled = true;
    for (let inARow = 0; wasKilled && inARow < MOST_KILLS_IN_A_ROW; inARow += 1) {
      wasKilled = await isKilledAfter(Math.floor(random() * MOST_WRITES), store);
      if (wasKilled) kills += 1;
      const entries = new Map<number, number>();
      for (const { entry_seq: entry, micros } of await store.selectFrom('ledger_postings').selectAll().execute())
        entries.set(entry, (entries.get(entry) ?? 0) + micros);
      expect([...entries.values()].filter((sum) => sum !== 0)).toEqual([]);
    }
    await billingOf(store, -1_000).close('2037-10');
    ends.add(JSON.stringify(await stateOf(store)));
    expect((await billingOf(store).verify()).faults).toEqual([]);
    await copy.remove();
  }
  expect(ends.size).toBe(1);
});
