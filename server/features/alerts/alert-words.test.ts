import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { changeAlerts, endAlerts, insertAlerts } from './alerts-queries.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

test('inserts, updates and ends thousands of alerts with few statements', async () => {
  const { accounts, clock } = server;
  const rows = Array.from({ length: 7_000 }, (_, at) => ({
    id: `many-${at}`,
    cause: `many/${at}`,
    customer_id: null,
    rule: 'fault' as const,
    title: 'Many',
    affected: '[]',
    affected_count: 0,
    affected_names: '',
    path: '/app/outlets',
    venue_id: null,
    since_at: null,
    raised_at: clock.ms,
    ended_at: null,
    acknowledged_at: null,
    mailed_at: null,
  }));
  expect((await insertAlerts(accounts, rows)).size).toBe(7_000);
  const statements: unknown[] = [];
  const counted = accounts.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const changed = rows.map(({ id }, at) => ({
    id,
    rule: 'disk_low' as const,
    title: 'Many',
    affected: `["${id}"]`,
    affected_count: 1,
    affected_names: id,
    path: `/${id}`,
    venue_id: at % 2 === 0 ? null : id,
    since_at: at % 2 === 0 ? null : clock.ms - at,
  }));
  await changeAlerts(counted, changed);
  expect(statements.length).toBeLessThanOrEqual(14);
  const written = await accounts
    .selectFrom('alerts')
    .select(['id', 'rule', 'title', 'affected', 'affected_count', 'affected_names', 'path', 'venue_id', 'since_at'])
    .where('title', '=', 'Many')
    .orderBy('id')
    .execute();
  expect(written).toEqual(changed.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
  const ids = rows.map(({ id }) => id);
  expect((await endAlerts(accounts, ids, clock.ms)).size).toBe(7_000);
  await accounts.deleteFrom('alerts').where('title', '=', 'Many').execute();
});
