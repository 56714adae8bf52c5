import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alert, AlertRule, AlertRules } from '#contract/alerts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '#domain/durations.ts';
import type { StoredEvent } from '#event-store/events-db.ts';
import { changeOf } from '../../live/live-changes.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser } from '../../testing/makers.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';
import { createAlertWatch } from './start-alerts.ts';

type Place = keyof World['outlets'];

let server: TestApp;
let world: World;
type User = Awaited<ReturnType<typeof makeUser>>;
let owner: User;
let stranger: User;
let admin: User;
let watch: ReturnType<typeof createAlertWatch>;

async function store(events: readonly StoredEvent[]): Promise<void> {
  await server.events.insert([...events]);
  server.dependencies.live.announce(changeOf(events));
}

/** Creates the views of the day that ends at `endMs`, with a count per outlet. */
const day = (endMs: number, views: Partial<Record<Place, number>>, over: Partial<StoredEvent> = {}): StoredEvent[] =>
  Object.entries(views).flatMap(([place, count]) => {
    const outlet = world.outlets[place as Place];
    const customer = place.startsWith('a') ? world.alpha : world.beta;
    const atMs = (at: number) => endMs - 2 * HOUR_MS - at * 5 * MINUTE_MS;
    return Array.from({ length: count }, (_, at) => storedEvent(customer, outlet, null, atMs(at), over));
  });

beforeAll(async () => {
  server = await createTestApp();
  world = await makeWorld(server);
  owner = await makeUser(server.accounts, { role: 'property', customerId: world.alpha.id });
  stranger = await makeUser(server.accounts, { role: 'property', customerId: world.beta.id });
  admin = await makeUser(server.accounts, { role: 'admin' });
  watch = createAlertWatch(server.dependencies);
  // Outlet b2 has views in one earlier week only, which is not enough for a comparison.
  const usual = { a1: 120, a2: 110, b1: 120 };
  const weeks = [1, 2, 3, 4].map((week) => day(TEST_NOW - week * WEEK_MS, usual));
  await store([...weeks.flat(), ...day(TEST_NOW - WEEK_MS, { b2: 200 })]);
});
afterAll(() => server.close());

/**
 * Signs in for each call, because a session does not last for weeks. Returns the user's active alerts of these rules.
 */
async function told(user: User, ...rules: AlertRule[]): Promise<Alert[]> {
  const answer = await server.app.inject({ url: '/api/alerts?show=open', headers: await server.as(user) });
  return answer.json<{ data: Alert[] }>().data.filter(({ rule }) => rules.includes(rule));
}

test('reports views far below the same weekdays once per owner, with the venues, until they recover', async () => {
  await store(day(TEST_NOW, { a1: 36, a2: 100, b1: 110 }));
  await watch.look();
  expect(await told(owner, 'views_low')).toMatchObject([
    {
      title: 'Views at Venue of aaaaaaaaaaaaaaa1 are at 30% of the same weekdays',
      affected: [{ name: 'Venue of aaaaaaaaaaaaaaa1' }],
    },
  ]);
  // Exactly half of the usual views is not below half.
  expect((await told(admin, 'views_low')).length).toBe(1);
  await store(day(TEST_NOW - HOUR_MS, { a1: 60 }));
  server.clock.ms += HOUR_MS;
  await watch.look();
  expect(await told(owner, 'views_low')).toEqual([]);
});

test('a silent venue gets no additional alert about its views', async () => {
  const { accounts, clock } = server;
  clock.ms = TEST_NOW + DAY_MS;
  await watch.look();
  const named = async () => (await told(owner, 'views_low'))[0]?.affected.map(({ name }) => name);
  expect((await named())?.length).toBe(undefined);
  clock.ms = TEST_NOW + WEEK_MS;
  await watch.look();
  expect((await named())?.length).toBe(2);
  const { venue_id: venueId } = await accounts
    .selectFrom('outlet_assignments')
    .select('venue_id')
    .where('outlet_id', '=', world.outlets.a1.id)
    .executeTakeFirstOrThrow();
  const silence = { rule: 'outlet_silent' as const, title: 'Silent', affected: '[]', path: '/app/outlets' };
  const times = { raised_at: clock.ms - HOUR_MS, ended_at: clock.ms, acknowledged_at: null, mailed_at: null };
  await accounts
    .insertInto('alerts')
    .values({ id: 'a-silence', cause: `silent/${venueId}/x`, customer_id: world.alpha.id, ...silence, ...times })
    .execute();
  clock.ms += HOUR_MS;
  await watch.look();
  expect(await named()).toEqual(['Venue of aaaaaaaaaaaaaaa2']);
});

test('alerts administrators about the whole network too, unless they turn the rule off', async () => {
  const network = async () => (await told(admin, 'views_low')).filter(({ title }) => title.includes('whole network'));
  expect((await network()).length).toBe(1);
  const answer = await server.app.inject({ url: '/api/alert-rules', headers: await server.as(admin) });
  const { rules } = answer.json<AlertRules>();
  expect(rules.map(({ rule, threshold }) => [rule, threshold])).toEqual([
    ...[['views_low', 50] as const, ['invalid_share', 10] as const, ['traffic_pattern', null] as const],
    ['document_final', null],
    ...[['ingestion_stopped', 30] as const, ['disk_low', null] as const, ['mail_failing', 30] as const],
    ['clock_wrong', null],
  ]);
  const off = rules.map((rule) => ({ ...rule, on: rule.rule !== 'views_low' }));
  const payload = { rules: off, quiet: null };
  const headers = await server.as(admin);
  const changed = await server.app.inject({ method: 'PUT', url: '/api/alert-rules', headers, payload });
  expect(changed.statusCode).toBe(200);
  // Takes effect before the next hourly check.
  server.clock.ms += MINUTE_MS;
  await watch.look();
  expect(await network()).toEqual([]);
});

test('alerts when more than ten percent of the views are invalid, and ends below eight percent', async () => {
  const { clock } = server;
  clock.ms = TEST_NOW + 3 * WEEK_MS;
  const reason = { invalid: 'unsigned', amountMicros: 0, ownerMicros: 0 } as const;
  await store([...day(clock.ms, { b1: 200 }), ...day(clock.ms, { b1: 24 }, reason)]);
  await watch.look();
  expect(await told(stranger, 'invalid_share')).toMatchObject([
    {
      title: '10% of the views at Venue of bbbbbbbbbbbbbbb1 are invalid',
      affected_count: 1,
      // The hour of the first invalid view: 24 of them, one every five minutes until two hours ago.
      since: new Date(clock.ms - 4 * HOUR_MS).toISOString(),
    },
  ]);
  expect(await told(owner, 'invalid_share')).toEqual([]);
  // Nine percent is better, but does not end the alert.
  await store(day(clock.ms, { b1: 40 }));
  clock.ms += HOUR_MS;
  await watch.look();
  expect((await told(stranger, 'invalid_share')).length).toBe(1);
  await store(day(clock.ms, { b1: 60 }));
  clock.ms += HOUR_MS;
  await watch.look();
  expect(await told(stranger, 'invalid_share')).toEqual([]);
});
