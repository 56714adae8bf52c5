// Played by `npm run test:full` alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS, WEEK_MS } from '#domain/durations.ts';
import { hasClickhouse } from '../../server/testing/servers/ask-servers.ts';
import { openClusterEngine } from './cluster-engine.ts';
import { findPlaces } from './cluster-nodes.ts';
import { listParts } from './copy-events.ts';
import { countRows } from './copy-statements.ts';
import { readEachShard } from './each-shard.ts';
import { NothingStoredError } from './events-db.ts';
import type { RowsOf } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';
import { openEvents, openEventsEngine } from './open-events.ts';
import { prepareCluster } from './prepare-cluster.ts';

import { describeEventsStore } from './testing/events-contract.ts';
import { makeStoredEvent } from './testing/make-stored-event.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';
import { locationOf, openServerTestEvents, type TestEvents } from './testing/open-test-events.ts';

const KINDS = ['server', 'cluster'] as const;

describe.skipIf(!hasClickhouse()).each(KINDS)('the events store on a ClickHouse %s', (kind) => {
  let store: TestEvents & { readonly urls: readonly [string, ...string[]] };
  beforeAll(async () => {
    store = await openServerTestEvents(kind);
  });
  afterAll(() => store.close());

  describeEventsStore(() => store);

  test('looks up the ids of a largest batch at once', async () => {
    // The largest batch, with IDs that have all of their digits: a server accepts no parameter above 128 KiB.
    const ids = [...Array(10_000).keys()].map((n) => 18_000_000_000_000_000_000n + BigInt(n));
    const wanted = [...ids, 18446744073709551615n].map((eventId) => ({ eventId, outletKey: 1 }));
    const found = await store.events.findEvents(wanted);
    expect(found).toMatchObject([{ eventId: 18446744073709551615n }]);
  });

  test('does not store rows of a process that lost its locks, or rows after their deadline', async () => {
    const row = makeStoredEvent({ outletKey: 77, eventId: 77n });
    const steps: string[] = [];
    const fence = (heldForMs: number, error?: Error) => ({
      id: 'fenced',
      heldForMs,
      confirm: async () => {
        steps.push('confirmed');
        if (error) throw error;
      },
    });
    const lost = new NothingStoredError('lost');
    await expect(store.events.insert([row], fence(MINUTE_MS, lost))).rejects.toBe(lost);
    await expect(store.events.insert([row], fence(-2_000))).rejects.toBeInstanceOf(NothingStoredError);
    expect(await store.events.findEvents([row])).toEqual([]);
    await store.events.insert([row], fence(MINUTE_MS));
    expect(steps).toHaveLength(3);
    // More than 90 weeks need two statements. If the second is too late, the rows of the first are stored.
    const manyWeeks = [...Array(91).keys()].map((week) => ({
      ...row,
      outletKey: 79,
      eventId: BigInt(790 + week),
      timestampMs: row.timestampMs - week * WEEK_MS,
    }));
    let asked = 0;
    const lostLater = {
      id: 'lost later',
      heldForMs: MINUTE_MS,
      confirm: async () => {
        asked += 1;
        if (asked > 1) throw lost;
      },
    };
    // The insert must not be rejected for another reason, which would store fewer rows: weeks are stored one after
    // another.
    await expect(store.events.insert(manyWeeks, lostLater)).rejects.toMatchObject({ cause: lost });
    expect(await store.events.findEvents(manyWeeks)).toHaveLength(90);
    expect(await store.events.findEvents([row])).toMatchObject([{ outletKey: 77, kind: row.kind }]);
    const read = {
      sql: 'SELECT * EXCEPT ingested_at FROM events WHERE device_id IN (77, 78)',
      scope: { kind: 'all' },
    } as const;
    const [fenced] = await store.events.query<Record<string, unknown>>(read);
    await store.events.insert([{ ...row, outletKey: 78 }]);
    const plain = (await store.events.query<Record<string, unknown>>(read)).find(({ device_id: id }) => id === 78);
    expect({ ...fenced, device_id: 78 }).toEqual(plain);
  });

  test('a failure after the first rows fails the answer and never just shortens it', async () => {
    const sql = `SELECT number, throwIf(number = 400000, 'boom') AS bad FROM numbers(600000)`;
    const read = { sql, scope: { kind: 'all' }, limits: { rows: 1_000_000 } } as const;
    await expect(store.events.query(read)).rejects.toThrow('events store');
  });
});

describe.skipIf(!hasClickhouse())('a cluster that cannot hold the events is rejected at the start', () => {
  let store: Awaited<ReturnType<typeof openServerTestEvents>>;
  beforeAll(async () => {
    store = await openServerTestEvents('cluster');
    const outlets = [...Array(30).keys()];
    await store.events.insert(outlets.map((at) => makeStoredEvent({ outletKey: at, eventId: BigInt(at) })));
  });
  afterAll(() => store.close());
  const reopen = (change: object) => {
    const { clickhouseUrl, cluster } = locationOf('cluster', store.urls);
    return openEvents({ clickhouseUrl, cluster: { name: '', nodes: [], ...cluster, ...change } }, store.ledger);
  };

  test('rows are on all shards, and those of one outlet on one shard', async () => {
    const sql = (rowsOf: RowsOf) => `SELECT device_id FROM ${rowsOf('events')} GROUP BY device_id`;
    const all = await readEachShard<{ device_id: number }>(store.events.engine, sql);
    expect(all.map(({ device_id }) => device_id).sort((one, other) => one - other)).toEqual([...Array(30).keys()]);
    for (const shard of store.events.engine.shards) {
      expect(await readForJob(shard, 'SELECT 1 FROM events_local LIMIT 1')).toHaveLength(1);
    }
  });

  test('a copy of the store has the events of all shards', async () => {
    const { engine } = await openEventsEngine(locationOf('cluster', store.urls));
    const { parts } = await listParts(engine, store.ledger);
    const counted = await Promise.all(
      parts.map(({ table, partition }) => readForJob<{ rows: string }>(engine, countRows(table, partition))),
    );
    await engine.close();
    expect(counted.flat().reduce((sum, { rows }) => sum + Number(rows), 0)).toBe(30);
  });

  test('rejects another cluster name, a missing node, or no cluster name for shards', async () => {
    await expect(reopen({ name: 'watts' })).rejects.toThrow(/knows no cluster 'watts', only .*voltboard/);
    await expect(reopen({ nodes: store.urls.slice(1) })).rejects.toThrow(
      /the address of shard 1 \(127\.0\.[01]\.1\) is missing/,
    );
    const alone = openEvents({ clickhouseUrl: store.urls[0] }, store.ledger);
    await expect(alone).rejects.toThrow('set CLICKHOUSE_CLUSTER=voltboard');
    const dead = reopen({ nodes: [...store.urls.slice(0, 2), 'http://127.0.0.1:9'] });
    await expect(dead).rejects.toMatchObject({
      retryable: true,
      message: expect.stringContaining('http://127.0.0.1:9'),
    });
  });

  test('rejects replicas added to tables that were created without any', async () => {
    const { clickhouseUrl, cluster } = locationOf('cluster', store.urls);
    const options = cluster ?? { name: '', nodes: [] };
    const engine = await openClusterEngine(clickhouseUrl, options);
    const grown = prepareCluster({ ...engine, isReplicated: true }, options).finally(engine.close);
    await expect(grown).rejects.toThrow(/were made while no shard had replicas.*npm run admin -- backup.*restore/);
  });

  test('a start without the first node uses the others', async () => {
    const { cluster } = locationOf('cluster', store.urls);
    const options = cluster ?? { name: '', nodes: [] };
    const gone = new URL(store.urls[0]);
    gone.port = '9';
    expect(await findPlaces(gone.href, options)).toHaveLength(3);
    await expect(findPlaces(gone.href, { ...options, nodes: [] })).rejects.toThrow('cannot be reached');
  });

  test('waits for shards that store slowly and still answer', async () => {
    const { shards, rowsOf } = store.events.engine;
    const views = ['slow', 'slower'];
    for (const shard of shards)
      for (const view of views)
        await shard.command(
          `CREATE MATERIALIZED VIEW ${view} ENGINE = Null AS SELECT sleep(2.2) AS x FROM ${rowsOf('events')}`,
        );
    const rows = [...Array(30).keys()].map((at) => makeStoredEvent({ outletKey: at, eventId: BigInt(at) }));
    try {
      await store.events.insert(rows);
    } finally {
      for (const shard of shards) for (const view of views) await shard.command(`DROP TABLE ${view} SYNC`);
    }
  });

  test('rejects a shard that lost its rows, an additional shard, and the tables of a single server', async () => {
    const [, second] = store.events.engine.shards;
    await second?.command('TRUNCATE TABLE cluster_shards');
    await expect(reopen({})).rejects.toThrow('shard-2 is empty while the other shards hold events');
    await second?.command('INSERT INTO cluster_shards (shards) VALUES (4)');
    await expect(reopen({})).rejects.toThrow('spread over 4 shards, and the cluster has 3');
    await store.events.engine.command('DROP TABLE events');
    await store.events.engine.command('CREATE TABLE events (x UInt8) ENGINE = MergeTree ORDER BY x');
    await expect(reopen({})).rejects.toThrow(/has the tables of a single server.*npm run admin -- backup/);
  });
});

test('a server that does not answer is worth a retry', async () => {
  const nobody = openEvents({ clickhouseUrl: 'http://127.0.0.1:9/outlets' }, createMemorySealLedger());
  await expect(nobody).rejects.toMatchObject({ retryable: true, message: 'The events store cannot be reached.' });
});
