import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alert } from '#contract/alerts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
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

test('raises one alert per venue for a meter with implausible readings, and ends it when a day has fewer', async () => {
  const { accounts, clock } = server;
  const { a1, a2, b1 } = world.outlets;
  await accounts.updateTable('outlets').set({ last_seen_at: TEST_NOW }).execute();
  let next = 0;
  const report = (outletKey: number, count: number, receivedAgoMs: number) =>
    accounts
      .insertInto('implausible_readings')
      .values(
        Array.from({ length: count }, () => {
          next += 1;
          const received = clock.ms - receivedAgoMs;
          return {
            outlet_key: outletKey,
            event_id: String(next),
            source: 'burn' as const,
            at: received - MINUTE_MS,
            milli_wh: 100_000_000,
            most_milli_wh: 306_667,
            received_at: received,
          };
        }),
      )
      .execute();
  // The first meter is broken, the second has only two implausible readings, and the third was broken the day before.
  await report(a1.key, 3, HOUR_MS);
  await report(a2.key, 2, HOUR_MS);
  await report(b1.key, 30, DAY_MS + 1);
  const watch = createAlertWatch(server.dependencies);
  const owner = await makeUser(accounts, { role: 'property', customerId: world.alpha.id });
  const other = await makeUser(accounts, { role: 'property', customerId: world.beta.id });
  const told = async (user: typeof owner) => {
    const answer = await server.app.inject({ url: '/api/alerts?show=open', headers: await server.as(user) });
    return answer.json<{ data: Alert[] }>().data.filter(({ rule }) => rule === 'meter_implausible');
  };
  const pass = async (ms: number) => {
    clock.ms += ms;
    await accounts.updateTable('outlets').set({ last_seen_at: clock.ms }).execute();
    await watch.look();
  };
  await pass(0);
  await pass(MINUTE_MS);
  const [alert, ...others] = await told(owner);
  expect([alert?.title.replace(/ at .*/, ''), alert?.affected.map(({ id }) => id), alert?.path]).toEqual([
    'Implausible meter readings',
    [a1.id],
    `/app/outlets/${a1.id}`,
  ]);
  expect([others, await told(other)]).toEqual([[], []]);
  expect(alert?.since).toBe(new Date(TEST_NOW - HOUR_MS - MINUTE_MS).toISOString());
  await pass(DAY_MS);
  await pass(MINUTE_MS);
  expect(await told(owner)).toEqual([]);
});
