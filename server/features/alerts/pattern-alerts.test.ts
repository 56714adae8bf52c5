import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alert } from '#contract/alerts.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser } from '../../testing/makers.ts';
import { makeWorld, type World } from '../dashboard/testing/make-world.ts';
import { createAlertWatch } from './start-alerts.ts';

let server: TestApp;
let world: World;
beforeAll(async () => {
  server = await createTestApp();
  world = await makeWorld(server);
});
afterAll(() => server.close());

test('raises one alert per statistical rule and venue, for administrators only, until an hour after the last event', async () => {
  const finding = (id: string, outletKey: number, seenAgoMs: number) => ({
    id,
    rule: 'interval_pattern' as const,
    mode: 'invalidate' as const,
    outlet_key: outletKey,
    flight_key: 0,
    first_at: TEST_NOW - 2 * HOUR_MS,
    last_at: TEST_NOW,
    seen_at: TEST_NOW - seenAgoMs,
    events: 30,
    ended_at: null,
    adjustment_id: null,
  });
  await server.accounts
    .insertInto('traffic_findings')
    .values([finding('new', world.outlets.a1.key, MINUTE_MS), finding('over', world.outlets.b1.key, HOUR_MS + 1)])
    .execute();
  const admin = await makeUser(server.accounts, { role: 'admin' });
  const owner = await makeUser(server.accounts, { role: 'property', customerId: world.alpha.id });
  const watch = createAlertWatch(server.dependencies);
  const told = async (user: typeof admin) => {
    const answer = await server.app.inject({ url: '/api/alerts?show=open', headers: await server.as(user) });
    return answer.json<{ data: Alert[] }>().data.filter(({ rule }) => rule === 'traffic_pattern');
  };
  await watch.look();
  const [alert, ...others] = await told(admin);
  expect(alert).toMatchObject({
    affected_count: 1,
    path: '/admin/traffic',
    since: new Date(TEST_NOW - 2 * HOUR_MS).toISOString(),
  });
  expect(alert?.title).toMatch(/^Regular intervals at .+: these events are invalid$/);
  expect([others, await told(owner)]).toEqual([[], []]);
  await server.accounts
    .updateTable('traffic_findings')
    .set({ seen_at: TEST_NOW - 2 * HOUR_MS })
    .execute();
  await watch.look();
  expect(await told(admin)).toEqual([]);
  const rows = await server.accounts.selectFrom('traffic_findings').select(['id', 'ended_at']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: 'new', ended_at: TEST_NOW },
    { id: 'over', ended_at: TEST_NOW },
  ]);
});
