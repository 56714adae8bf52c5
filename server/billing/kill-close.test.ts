// Played by `npm run test:full` alone.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqliteEngine } from '../databases/accounts/testing/open-engines.ts';
import { openBilling, stateOf } from './testing/billing-fixture.ts';
import { breakAfter, KilledError } from './testing/break-after.ts';

let fixture: Awaited<ReturnType<typeof openBilling>>;
beforeAll(async () => {
  fixture = await openBilling();
});
afterAll(() => fixture.close());

test('killed at every write and begun again, a close comes to the same end', async () => {
  const { engine, accounts, dataDir, billingOf } = fixture;
  // Its stores cannot be copied as they are; a transaction that is broken off is the same there.
  if (engine.name === 'PostgreSQL') return;
  await sql`pragma wal_checkpoint(truncate)`.execute(accounts);
  const fresh = join(dataDir, 'accounts', 'accounts.sqlite');
  const ends = new Set<string>();
  for (let writes = 0, wasKilled = true; wasKilled; writes += 1) {
    const folder = join(dataDir, `killed-${writes}`);
    mkdirSync(folder);
    copyFileSync(fresh, join(folder, 'accounts.sqlite'));
    const copy = sqliteEngine(folder);
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
