// Played by `npm run test:full` alone.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import { canRun, prepareTestStores, type TestStores } from '../../testing/test-stores.ts';
import { type ServerProcess, startServerProcess } from '../ingest/testing/start-server-process.ts';
import { layWorkplace, outletsAtWork, PRICE } from './testing/outlets-at-work.ts';

const ROUNDS = 3;
/** The budget, as a number of plays. The rounds request most of these plays. */
const PLAYS = 400 * ROUNDS;

/** One process with its own stores, and two that share a PostgreSQL and a ClickHouse server. */
const WORLDS: readonly { readonly stores: TestStores; readonly processes: number }[] = [
  { stores: 'embedded', processes: 1 },
  { stores: 'server', processes: 2 },
];

describe.each(WORLDS)('$processes on $stores stores', ({ stores, processes }) => {
  test.skipIf(!canRun(stores))(
    'over kills with SIGKILL, pays every served play, and nothing beyond budget and daily cap',
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'voltboard-serve-crash-'));
      const prepared = await prepareTestStores({ dataDir }, stores);
      const before = await prepared.open();
      const random = seededRandom('serve crash', ROUNDS);
      const outlets = outletsAtWork(await layWorkplace(before.accounts, PLAYS), random);
      await before.events.close();
      await before.accounts.destroy();
      const servers: ServerProcess[] = [];
      const start = async (index: number) => {
        servers[index] = await startServerProcess(index === 0 ? dataDir : join(dataDir, String(index)), prepared.env);
      };
      try {
        for (let index = 0; index < processes; index += 1) await start(index);
        for (let round = 1; round <= ROUNDS; round += 1) {
          const victim = round % processes;
          let killed: Promise<void> | undefined;
          const living = () =>
            servers.flatMap(({ url }, index) => (index === victim && killed !== undefined ? [] : [url]));
          const killAt = round * 150;
          const until = () => {
            if (outlets.served.length >= killAt) killed ??= servers[victim]?.kill();
            return outlets.served.length >= killAt + (processes - 1) * 60;
          };
          await outlets.work(living, until);
          await killed;
          const [other] = living();
          // Another process that receives the report pays the play that the dead process had reserved.
          if (other !== undefined) await outlets.reportAll(other);
          await start(victim);
          await outlets.reportAll(servers[victim]?.url ?? '');
        }
        expect(outlets.wrong).toEqual([]);
        const [first, ...others] = servers;
        for (const one of others) expect(await one.stop()).toBe(0);
        // Views without a play use the remaining budget, but not the reservations of plays that were lost with a
        // process.
        const counted = await outlets.reportUnsigned(first?.url ?? '', PLAYS);
        expect(counted).toBeLessThan(PLAYS);
        expect(await first?.stop()).toBe(0);
        expect(outlets.served.length).toBeGreaterThan(100);

        const after = await prepared.open();
        const [row] = await after.events.query<{ micros: string }>({
          sql: 'SELECT sum(amount_micros) AS micros FROM events FINAL',
          scope: { kind: 'all' },
        });
        const spent = Number(row?.micros);
        const counters = await after.accounts.selectFrom('flight_spend').select('spent_micros').execute();
        await after.events.close();
        await after.accounts.destroy();
        expect(outlets.served.length + counted).toBeLessThanOrEqual(PLAYS);
        expect(spent).toBe((outlets.served.length + counted) * PRICE);
        // A single process keeps its counts in memory, and reads the store at startup.
        expect(counters.map((one) => one.spent_micros)).toEqual(processes === 1 ? [] : [spent]);
      } finally {
        for (const one of servers) await one.kill();
        await rm(dataDir, { recursive: true, force: true });
        await prepared.remove();
      }
    },
  );
});
