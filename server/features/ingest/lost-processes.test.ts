import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IngestAnswer, OutletEvent } from '#contract/ingest.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { eventually } from '../../testing/eventually.ts';
import { runOn } from '../../testing/servers/ask-servers.ts';
import { euiOf, layNetwork } from '../../testing/several-network.ts';
import { askEmptyStores, newSecret, openSeveralServers, type SeveralServers } from '../../testing/several-servers.ts';
import { canRun } from '../../testing/test-stores.ts';

/*
 * Tests with entire processes what `lost-locks.test.ts` tests with connections: a process is killed, or frozen, while
 * the servers store the rows of its insert.
 */

/** Together longer than a frozen process keeps its locks, and shorter than an insert may take. */
const SLOW_VIEWS = ['slow', 'slower', 'slowest'];

describe.skipIf(!canRun('server'))('a process whose insert goes on without it', () => {
  let several: SeveralServers;
  let clickhouse: string;
  let key = '';

  beforeAll(async () => {
    const stores = await askEmptyStores('server');
    clickhouse = stores.env.CLICKHOUSE_URL ?? '';
    several = await openSeveralServers(2, { SESSION_SECRET: newSecret() }, stores);
    [key = ''] = (await layNetwork(several.accounts)).keys;
    for (const view of SLOW_VIEWS)
      await runOn(clickhouse, `CREATE MATERIALIZED VIEW ${view} ENGINE = Null AS SELECT sleep(2.6) AS x FROM events`);
  });
  afterAll(() => several.close());

  const post = async (index: number, event: OutletEvent): Promise<IngestAnswer | null> => {
    const answer = await fetch(`${several.urls[index]}/ingest/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify([event]),
    });
    if (answer.status !== 200) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      return null;
    }
    return (await answer.json()) as IngestAnswer;
  };
  const insertRuns = () =>
    eventually(async () => {
      const running = `SELECT count() FROM system.processes WHERE query_id LIKE 'ingest-%' AND current_database = currentDatabase()`;
      expect(Number(await runOn(clickhouse, running))).toBe(1);
    });
  const countStored = async () => Number(await runOn(clickhouse, 'SELECT count() FROM events FINAL'));

  test.each([
    ['killed', () => several.kill(0), () => several.start(0)],
    ['frozen', async () => several.freeze(0), async () => several.thaw(0)],
  ])('%s: what it sent is stored once, and accepted once at most', async (_, lose, bringBack) => {
    const before = await countStored();
    const nowMs = Date.now();
    const view = (ago: number): OutletEvent => {
      const timestamp = new Date(nowMs - ago).toISOString();
      return { id, type: 'view', eui: euiOf(0, 0), flight: 'CPM', timestamp };
    };
    const id = randomUUID();
    const sent = post(0, view(MINUTE_MS)).catch(() => null);
    await insertRuns();
    await lose();
    const answers: (IngestAnswer | null)[] = [];
    while (answers.at(-1) == null) answers.push(await post(1, view(2 * MINUTE_MS)));
    await bringBack();
    const all = [await sent, ...answers].filter((answer) => answer !== null);
    expect(all.reduce((sum, { accepted }) => sum + accepted, 0)).toBeLessThanOrEqual(1);
    expect(await countStored()).toBe(before + 1);
    expect(await post(0, view(MINUTE_MS))).toMatchObject({ duplicate: 1 });
    // The last record of a process that was killed stays until the next insert of any process needs its outlets.
    const { length } = await several.accounts.selectFrom('running_inserts').select('id').execute();
    expect(length).toBeLessThanOrEqual(2);
  });
});
