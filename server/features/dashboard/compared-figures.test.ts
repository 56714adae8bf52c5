import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerList, Summary } from '#contract/list.ts';
import { DAY_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeWorld, storedEvent, type World } from './testing/make-world.ts';

let server: TestApp;
let world: World;
let headers: Record<'admin' | 'alpha' | 'volt', { authorization: string }>;

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  world = await makeWorld(server, ['UTC', 'UTC']);
  const { alpha, beta, cola, outlets, shoes } = world;
  const days = (count: number) => TEST_NOW - count * DAY_MS;
  await server.events.insert([
    storedEvent(alpha, outlets.a1, cola, days(1)),
    storedEvent(alpha, outlets.a1, shoes, days(2)),
    storedEvent(beta, outlets.b1, cola, days(2)),
    storedEvent(beta, outlets.b1, cola, days(8)),
    storedEvent(beta, outlets.b2, cola, days(9)),
    storedEvent(beta, outlets.b2, cola, days(20)),
  ]);
  headers = {
    admin: await server.asRole('admin'),
    alpha: await server.asRole('property', alpha.id),
    volt: await server.asRole('advertiser', world.volt.id),
  };
});
afterAll(() => server.close());

async function get<Answer>(role: keyof typeof headers, url: string): Promise<Answer> {
  const response = await server.app.inject({ url: `/api${url}`, headers: headers[role] });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Answer>();
}

test.each(['admin', 'alpha', 'volt'] as const)(
  '%s gets the same comparison figures as a query for the earlier days',
  async (role) => {
    const { compared } = await get<Summary>(role, '/list/summary?range=7d&compare=same_weekdays');
    expect([compared?.from, compared?.to, compared?.until]).toEqual(['2026-11-08', '2026-11-14', '12:00']);
    const span = `start=${Date.parse('2026-11-08') / 1000}&end=${Date.parse('2026-11-14T12:00Z') / 1000}`;
    const before = await get<Summary>(role, `/list/summary?${span}`);
    const { from: _from, to: _to, until: _until, ...figures } = compared ?? {};
    expect(before).toMatchObject(figures);
    expect('total_energy_wh' in figures).toBe(role !== 'volt');
  },
);

test('sorts cards by the change', async () => {
  const order = async (sort: string) =>
    (
      await get<CustomerList>('admin', `/list?range=7d&compare=same_weekdays&limit=10&embed=none&sort=${sort}`)
    ).data.map(({ compared, customer, total_views: now }) => [customer, now - (compared?.total_views ?? 0)]);
  expect(await order('-change_views')).toEqual([
    ['Alpha Hotels', 2],
    ['Beta Cafés', -1],
  ]);
  expect(await order('change_views')).toEqual([
    ['Beta Cafés', -1],
    ['Alpha Hotels', 2],
  ]);
});

test('all time has no comparison period', async () => {
  expect((await get<Summary>('admin', '/list/summary?compare=same_weekdays')).compared).toBeUndefined();
  expect((await get<Summary>('admin', '/list/summary?range=7d')).compared).toBeUndefined();
});
