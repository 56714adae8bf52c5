import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectRows } from './events-engine.ts';
import { EVENTS_MIGRATIONS, migrateEvents } from './migrate-events.ts';
import { openTestEvents, type TestEvents } from './testing/open-test-events.ts';

let store: TestEvents;
beforeAll(async () => {
  store = await openTestEvents();
});
afterAll(() => store.close());

const read = (sql: string, params = {}) =>
  collectRows<Record<string, string>>(store.events.engine, {
    sql,
    params,
    settings: { max_execution_time: 10 },
    lane: 'small',
  });

test('records every migration once, and applying them again does nothing', async () => {
  await migrateEvents(store.events.engine, { cluster: null });
  const names = EVENTS_MIGRATIONS.map(({ name }) => ({ name }));
  expect(await read('SELECT name FROM schema_migrations ORDER BY name')).toEqual(names);
});

test('names are numbered in order', () => {
  const numbers = EVENTS_MIGRATIONS.map(({ name }) => Number(name.slice(0, 4)));
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
});

test.each([{ cluster: null }, { cluster: 'volts' }, { cluster: 'volts', isReplicated: true }])(
  'each statement is valid SQL on one server and on a cluster (%o)',
  async (rendering) => {
    const statements = EVENTS_MIGRATIONS.flatMap((migration) => migration.statements(rendering));
    for (const sql of statements) {
      const [row] = await read('SELECT formatQuerySingleLine({sql:String}) AS text', { sql });
      expect(row?.text).toMatch(/^(CREATE|ALTER TABLE)/);
      expect(sql).not.toContain('ON CLUSTER');
    }
    const engines = statements.map((sql) => /ENGINE = (\w+\([^)]*\)|\w+)/.exec(sql)?.[1]);
    const distributed = engines.filter((engine) => engine?.startsWith('Distributed('));
    expect(distributed).toHaveLength(statements.filter((sql) => sql.includes('_local (')).length);
    expect(distributed.length > 7).toBe(rendering.cluster !== null);
    const path = `('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')`;
    expect(engines.includes(`ReplicatedReplacingMergeTree${path}`)).toBe(rendering.isReplicated ?? false);
  },
);

test('each table change waits until every replica has applied it', () => {
  const statements = EVENTS_MIGRATIONS.flatMap(({ statements: of }) => of({ cluster: 'volts', isReplicated: true }));
  const changes = statements.filter((sql) => /^ALTER TABLE \w+_local (ADD|DROP|MODIFY)/.test(sql));
  expect(changes.length).toBeGreaterThan(5);
  for (const sql of changes) expect(sql).toContain('alter_sync = 2');
});

test('all rows of an outlet are on one shard, together with their copy by campaign', () => {
  const statements = EVENTS_MIGRATIONS.flatMap((migration) => migration.statements({ cluster: 'volts' }));
  const faces = statements.filter((sql) => sql.includes('Distributed(') && !sql.includes(' installation '));
  for (const sql of faces) expect(sql).toMatch(/_local, cityHash64\(device_id\)\)$/);
  expect(statements.join()).toContain('events_by_campaign_mv TO events_by_campaign_local AS SELECT');
});

test('rejects a store of a newer version', async () => {
  await store.events.engine.command(`INSERT INTO schema_migrations (name, checksum) VALUES ('9999-later', 'x')`);
  await expect(migrateEvents(store.events.engine, { cluster: null })).rejects.toThrow('newer version (9999-later)');
});

test('every table keeps acknowledged rows through a power cut and opens after one', async () => {
  const tables = await read(
    `SELECT name, create_table_query AS sql FROM system.tables WHERE database = 'outlets' AND engine LIKE '%MergeTree' AND name != 'schema_migrations'`,
  );
  expect(tables.length).toBeGreaterThan(5);
  for (const { name, sql } of tables) {
    expect(sql, name).toContain('fsync_after_insert = 1, fsync_part_directory = 1');
    expect(sql, name).toContain('max_suspicious_broken_parts = 1000000');
  }
});
