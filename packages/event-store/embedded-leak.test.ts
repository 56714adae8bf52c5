// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventsUnavailableError } from './events-db.ts';
import { openTestEvents, type TestEvents } from './testing/open-test-events.ts';

let store: TestEvents;
beforeAll(async () => {
  store = await openTestEvents();
});
afterAll(() => store.close());

const scope = { kind: 'all' } as const;
const answer = { sql: 'SELECT {n:UInt32} AS n', scope };

/**
 * Statements that fail after rows were produced, each in a different way. chDB 3.4 leaks these rows into the next
 * response (docs/events-store.md#t1).
 */
const FAILURES = [
  {
    how: 'an exception in the middle of the rows',
    sql: `SELECT number AS foreign, throwIf(number = 400000, 'boom') FROM numbers(600000)`,
    limits: { rows: 10_000_000 },
  },
  { how: 'too many rows', sql: 'SELECT number AS foreign FROM numbers(1000000)', limits: { rows: 200_000 } },
  {
    how: 'too much time',
    sql: 'SELECT number AS foreign FROM numbers(100000000000) WHERE sipHash64(number) % 1000 = 0',
    limits: { seconds: 0.3, rows: 1_000_000_000 },
  },
] as const;

test.each(FAILURES)('rows of an answer that failed by $how never reach a later answer', async ({ sql, limits }) => {
  for (let round = 0; round < 5; round += 1) {
    const failing = Promise.all(
      [1, 2, 3].map(() => store.events.query({ sql, scope, limits }).catch((error) => error)),
    );
    for (const error of await failing) expect(error).toBeInstanceOf(EventsUnavailableError);
    const answers = await Promise.all(
      [...Array(12).keys()].map((n) => store.events.query({ ...answer, params: { n }, limits })),
    );
    expect(answers).toEqual([...Array(12).keys()].map((n) => [{ n }]));
  }
});

test('an answer that its reader left early does not reach a later answer', async () => {
  for (let round = 0; round < 10; round += 1) {
    const rows = store.events.stream({ sql: 'SELECT number AS foreign FROM numbers(100000)', scope });
    for await (const row of rows) {
      expect(row).toEqual({ foreign: '0' });
      break;
    }
    expect(await store.events.query({ ...answer, params: { n: round } })).toEqual([{ n: round }]);
  }
});

test('concurrent answers of different scopes, and failures, stay separate', async () => {
  const foreign = { sql: FAILURES[0].sql, scope, limits: { rows: 10_000_000 } };
  const work = [...Array(40).keys()].map(async (n) => {
    if (n % 5 === 0) return store.events.query(foreign).catch(() => [{ n }]);
    const scopeOfOne = { kind: 'owner', customerId: String(n), customerKey: n } as const;
    return store.events.query({ ...answer, params: { n }, scope: scopeOfOne });
  });
  expect(await Promise.all(work)).toEqual([...Array(40).keys()].map((n) => [{ n }]));
});
