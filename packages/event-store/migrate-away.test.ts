import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventsUnavailableError } from './events-db.ts';
import { collectRows } from './events-engine.ts';
import { EVENTS_MIGRATIONS, migrateEvents } from './migrate-events.ts';
import { openTestEvents, type TestEvents } from './testing/open-test-events.ts';

let store: TestEvents;
beforeAll(async () => {
  store = await openTestEvents();
});
afterAll(() => store.close());

const times = { firstMs: 1, longestMs: 4, forMs: 20_000 };

/** Creates a server that runs each statement, and loses the response if `isLost` returns true. */
function losingServer(isLost: (statement: number) => boolean) {
  const { engine } = store.events;
  const sent: string[] = [];
  const command = async (sql: string) => {
    sent.push(sql);
    await engine.command(sql);
    if (isLost(sent.length)) throw new EventsUnavailableError('The events store cannot be reached.', true);
  };
  return { sent, engine: { read: engine.read, command } };
}

test('migrations wait for a server that is away in between, and complete', async () => {
  // As in an older version: the tables exist, but the ledger of migrations is empty.
  await store.events.engine.command('TRUNCATE TABLE schema_migrations');
  const { sent, engine } = losingServer((statement) => statement > 1 && statement % 2 === 0);
  const lines: string[] = [];
  await migrateEvents(engine, { cluster: null }, { times, tell: (line) => void lines.push(line) });
  expect(sent.length).toBeGreaterThan(EVENTS_MIGRATIONS.length * 2);
  expect(lines).toContain('The events store cannot be reached. Trying again in 1 s.');
  const sql = 'SELECT name FROM schema_migrations FINAL ORDER BY name';
  const applied = await collectRows(store.events.engine, { sql, params: {}, settings: {}, lane: 'small' });
  expect(applied).toEqual(EVENTS_MIGRATIONS.map(({ name }) => ({ name })));
});

test('reports a server that does not answer at all at once', async () => {
  const { sent, engine } = losingServer(() => true);
  await expect(migrateEvents(engine, { cluster: null }, { times })).rejects.toThrow('cannot be reached');
  expect(sent).toHaveLength(1);
});
