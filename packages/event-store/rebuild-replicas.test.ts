import { expect, test } from 'vitest';
import type { ClusterNode } from './cluster-nodes.ts';
import { type EngineRead, type EventsEngine, onePlace } from './events-engine.ts';
import { findLostReplicas, rebuildReplica } from './rebuild-replicas.ts';

const made = (name: string, engine: string, text = 'TABLE') => ({
  name,
  engine,
  made: `CREATE ${text} vb.${name} (x UInt8) ENGINE = ${engine}`,
});
const LOCALS = ['archived_quarter_local', 'events_by_campaign_local', 'events_local'];
const FULL = [
  ...LOCALS.map((name) => made(name, 'ReplicatedReplacingMergeTree')),
  made('events', 'Distributed'),
  made('events_by_campaign_mv', 'MaterializedView', 'MATERIALIZED VIEW'),
  made('cluster_shards', 'MergeTree'),
  made('schema_migrations', 'ReplacingMergeTree'),
].sort((one, other) => one.name.localeCompare(other.name));
const MIGRATIONS = ['0001-events', '0002-rollups'];

type NodeState = {
  readonly tables: readonly ReturnType<typeof made>[];
  readonly migrations: readonly string[];
  /** Keeper's report about a replica that has the same name as the lost one. */
  readonly former?: readonly { readonly table: string; readonly active: number }[];
};

function makeNode(shard: number, replica: number, state: NodeState, told: string[]): ClusterNode {
  const shardEngine = {
    read: async function* <Row>({ sql }: EngineRead) {
      const answer = /system\.tables/.test(sql)
        ? state.tables
        : /system\.macros/.test(sql)
          ? [{ name: `r${replica}` }]
          : /system\.replicas/.test(sql)
            ? (state.former ?? [])
            : /SELECT 1 FROM/.test(sql)
              ? state.migrations.slice(0, 1)
              : /checksum/.test(sql)
                ? state.migrations.map((name) => ({ name, checksum: 'c0ffee', applied_at: '2026-11-01 00:00:00' }))
                : /FROM cluster_shards/.test(sql)
                  ? [{ shards: 2, made_at: '2026-11-01 00:00:00' }]
                  : state.migrations.map((name) => ({ name }));
      yield [...answer] as Row[];
    },
    command: async (sql: string) => void told.push(`${shard}.${replica} ${sql}`),
  };
  const engine: EventsEngine = {
    ...shardEngine,
    ...onePlace(shardEngine),
    database: 'vb',
    insertEvents: async () => {},
    insertRows: async () => {},
    readText: async function* () {},
    close: async () => {},
  };
  return { place: { shard, replica, host: `r${replica}` }, engine, url: '' };
}

const full: NodeState = { tables: FULL, migrations: MIGRATIONS };
const empty: NodeState = { tables: [], migrations: [] };

test('an empty replica next to a full one is lost; one of another shard, or of a new cluster, is not', async () => {
  const told: string[] = [];
  const node = (shard: number, replica: number, state: NodeState) => makeNode(shard, replica, state, told);
  const lost = await findLostReplicas([node(1, 1, full), node(1, 2, empty), node(2, 1, full)], 'vb');
  expect(lost.map((one) => [one.node.place, one.source.place])).toEqual([
    [
      { shard: 1, replica: 2, host: 'r2' },
      { shard: 1, replica: 1, host: 'r1' },
    ],
  ]);
  expect(lost[0]?.missing).toEqual(FULL);
  expect(await findLostReplicas([node(1, 1, empty), node(1, 2, empty)], 'vb')).toEqual([]);
  expect(await findLostReplicas([node(1, 1, full), node(2, 1, empty)], 'vb')).toEqual([]);
  expect(await findLostReplicas([node(1, 1, full), node(1, 2, full)], 'vb')).toEqual([]);
});

test('a replica between two migrations is not lost; one with an interrupted rebuild, or without a table, is', async () => {
  const told: string[] = [];
  const node = (replica: number, state: NodeState) => makeNode(1, replica, state, told);
  const some = FULL.filter(({ name }) => name !== 'events');
  const upgrading = { tables: some, migrations: MIGRATIONS.slice(0, 1) };
  expect(await findLostReplicas([node(1, full), node(2, upgrading)], 'vb')).toEqual([]);
  for (const state of [
    { tables: some, migrations: [] },
    { tables: some, migrations: MIGRATIONS },
    { tables: FULL, migrations: [] },
  ])
    expect(
      (await findLostReplicas([node(1, full), node(2, state)], 'vb')).map(({ node: of }) => of.place.replica),
    ).toEqual([2]);
});

test('a lost replica gets the current tables, the one that receives events last, and its migrations at the end', async () => {
  const told: string[] = [];
  const former = LOCALS.map((table) => ({ table, active: 0 }));
  const nodes = [makeNode(1, 1, { ...full, former }, told), makeNode(1, 2, empty, told)];
  for (const replica of await findLostReplicas(nodes, 'vb')) await rebuildReplica(replica, 'vb');
  expect(told.slice(0, 3)).toEqual(LOCALS.map((table) => `1.1 SYSTEM DROP REPLICA 'r2' FROM TABLE vb.${table}`));
  const created = told.flatMap((line) => /^1\.2 CREATE .*IF NOT EXISTS vb\.(\w+)/.exec(line)?.[1] ?? []);
  expect([...created].sort()).toEqual(FULL.map(({ name }) => name));
  const at = (name: string) => created.indexOf(name);
  expect(at('events_by_campaign_local')).toBeLessThan(at('events_local'));
  expect(at('events_by_campaign_mv')).toBe(at('events_local') + 1);
  expect(told.slice(-2)).toEqual([
    "1.2 INSERT INTO cluster_shards (shards, made_at) VALUES (2, '2026-11-01 00:00:00')",
    "1.2 INSERT INTO schema_migrations (name, checksum, applied_at) VALUES ('0001-events', 'c0ffee', '2026-11-01 00:00:00'), ('0002-rollups', 'c0ffee', '2026-11-01 00:00:00')",
  ]);
});

test('never takes the name of a live replica', async () => {
  const told: string[] = [];
  const former = [{ table: 'events_local', active: 1 }];
  const nodes = [makeNode(1, 1, { ...full, former }, told), makeNode(1, 2, empty, told)];
  const [lost] = await findLostReplicas(nodes, 'vb');
  if (lost === undefined) throw new Error('it is lost');
  await expect(rebuildReplica(lost, 'vb')).rejects.toThrow(/replica 'r2' as active.*same macros/);
  expect(told).toEqual([]);
});
