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

test('every migration is recorded once, and applying them again does nothing', async () => {
  await migrateEvents(store.events.engine, { cluster: null });
  const names = EVENTS_MIGRATIONS.map(({ name }) => ({ name }));
  expect(await read('SELECT name FROM schema_migrations ORDER BY name')).toEqual(names);
});

test('names are numbered in order', () => {
  const numbers = EVENTS_MIGRATIONS.map(({ name }) => Number(name.slice(0, 4)));
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
});

test.each([null, 'volts'])('each statement is sound SQL on one server and on a cluster (%s)', async (cluster) => {
  for (const sql of EVENTS_MIGRATIONS.flatMap(({ statements }) => statements({ cluster }))) {
    const [row] = await read('SELECT formatQuerySingleLine({sql:String}) AS text', { sql });
    expect(row?.text).toContain('CREATE');
    expect(sql.includes('ON CLUSTER')).toBe(cluster !== null);
  }
});

test('a store of a newer version is refused', async () => {
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
