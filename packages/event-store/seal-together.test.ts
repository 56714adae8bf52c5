import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../../server/databases/accounts/accounts-db.ts';
import { createSealLedger } from '../../server/databases/accounts/create-seal-ledger.ts';
import { postgresEngine } from '../../server/databases/accounts/testing/open-engines.ts';
import {
  askClickhouse,
  hasClickhouse,
  hasPostgres,
  type TestDatabase,
} from '../../server/testing/servers/ask-servers.ts';
import type { StoredEvent } from './events-db.ts';
import type { EventsStore } from './events-store.ts';
import { openEvents } from './open-events.ts';
import { createSealJob } from './seal-job.ts';
import { createRandom, randomEvent, readByOutlet, sumByOutlet } from './testing/event-oracle.ts';

const NOW_MS = Date.UTC(2026, 5, 21);
const START_MS = NOW_MS - 11 * DAY_MS;
const ROUNDS = 2;

describe.skipIf(!hasPostgres() || !hasClickhouse())('three processes that seal in the same second', () => {
  const engine = postgresEngine();
  let database: TestDatabase;
  let processes: { readonly accounts: AccountsDb; readonly events: EventsStore; seal(): Promise<unknown> }[] = [];
  beforeAll(async () => {
    database = await askClickhouse('server');
    const first = await engine.openMigrated();
    await first.destroy();
    processes = await Promise.all(
      [0, 1, 2].map(async () => {
        const accounts = await engine.open();
        const ledger = createSealLedger(accounts, true);
        const events = await openEvents({ clickhouseUrl: database.urls[0] }, ledger, () => NOW_MS);
        const job = createSealJob(events, ledger, () => NOW_MS);
        return { accounts, events, seal: () => job.runNow() };
      }),
    );
  });
  afterAll(async () => {
    for (const { accounts, events } of processes) {
      await events.close();
      await accounts.destroy();
    }
    await database?.drop();
    await engine.remove();
  });

  test('publish the exact sums of the raw rows while all of them receive late rows', async () => {
    const random = createRandom(31);
    let lastId = 0;
    const rows: StoredEvent[] = [];
    const some = (count: number, toMs: number) => {
      const made = Array.from({ length: count }, () => randomEvent(random, ++lastId, START_MS, toMs));
      rows.push(...made);
      return made;
    };
    await processes[0]?.events.insert(some(600, NOW_MS));
    for (let round = 0; round < ROUNDS; round += 1) {
      const late = processes.map(({ events }) => [events, some(30, NOW_MS - 5 * DAY_MS)] as const);
      await Promise.all([
        ...processes.map(({ seal }) => seal()),
        ...late.map(([events, batch]) => events.insert(batch)),
      ]);
    }
    for (const { seal } of processes) await seal();
    for (const { events } of processes)
      for (const rollup of ['device_total', 'sealed_day'] as const)
        expect(await readByOutlet(events, rollup), rollup).toEqual(sumByOutlet(rows));
  });
});
