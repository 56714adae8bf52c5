// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBilling, stateOf } from './testing/billing-fixture.ts';
import { breakAfter, KilledError } from './testing/break-after.ts';

let fixture: Awaited<ReturnType<typeof openBilling>>;
beforeAll(async () => {
  fixture = await openBilling();
});
afterAll(() => fixture.close());

test('killed at every write and begun again, a close comes to the same end', async () => {
  const { engine, billingOf } = fixture;
  const ends = new Set<string>();
  for (let writes = 0, wasKilled = true; wasKilled; writes += 1) {
    const copy = await engine.copy();
    const store = await copy.open();
    wasKilled = await billingOf(breakAfter(store, writes), -1_000)
      .close('2037-10')
      .then(
        () => false,
        (error: unknown) => {
          if (error instanceof KilledError) return true;
          throw error;
        },
      );
    await billingOf(store, -1_000).close('2037-10');
    ends.add(JSON.stringify(await stateOf(store)));
    expect((await billingOf(store).verify()).faults).toEqual([]);
    await copy.remove();
  }
  expect(ends.size).toBe(1);
});
