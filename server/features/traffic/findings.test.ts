import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrafficFinding } from '#contract/traffic-findings.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser } from '../../testing/makers.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';

/*
 * Findings of the statistical rules, and the credit for counted events: proposed by one administrator, approved by
 * another.
 */

let server: TestApp;
let world: World;
const heads: Record<'one' | 'other', { authorization: string }> = {
  one: { authorization: '' },
  other: { authorization: '' },
};
const FIRST = TEST_NOW - 2 * HOUR_MS;

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  world = await makeWorld(server, ['UTC', 'UTC']);
  heads.one = await server.as(await makeUser(server.accounts, { role: 'admin' }));
  heads.other = await server.as(await makeUser(server.accounts, { role: 'admin' }));
  const { alpha, cola, outlets, shoes } = world;
  const view = (minutes: number, more = {}) =>
    storedEvent(alpha, outlets.a1, cola, FIRST + minutes * MINUTE_MS, { amountMicros: 100, ownerMicros: 30, ...more });
  await server.events.insert([
    // Five views before the last 20 views, which the rule could not detect yet.
    ...Array.from({ length: 5 }, (_, nth) => view(-60 - nth)),
    ...Array.from({ length: 20 }, (_, nth) => view(-1 - nth)),
    // The views of the pattern, with one that counted in between.
    view(3),
    ...Array.from({ length: 10 }, (_, nth) =>
      view(nth, { invalid: 'interval_pattern', amountMicros: 0, ownerMicros: 0 }),
    ),
    // Another outlet, another advertiser, and a later view.
    storedEvent(alpha, outlets.a2, cola, FIRST + MINUTE_MS),
    storedEvent(alpha, outlets.a1, shoes, FIRST + 5 * MINUTE_MS, { amountMicros: 7, ownerMicros: 2 }),
    view(90),
  ]);
  await finding('first', { rule: 'interval_pattern' });
  await finding('second', { rule: 'fingerprint_pattern' });
  await finding('nothing', { rule: 'closed_hours', outlet_key: outlets.b2.key });
});
afterAll(() => server.close());

const IDS = {
  first: '0193f0a2-7c1e-7b0a-9d53-0c7a51d0e801',
  second: '0193f0a2-7c1e-7b0a-9d53-0c7a51d0e802',
  nothing: '0193f0a2-7c1e-7b0a-9d53-0c7a51d0e803',
} as const;

const finding = (
  name: keyof typeof IDS,
  row: { readonly rule: TrafficFinding['rule']; readonly outlet_key?: number },
): Promise<unknown> =>
  server.accounts
    .insertInto('traffic_findings')
    .values({
      id: IDS[name],
      mode: 'invalidate',
      outlet_key: world.outlets.a1.key,
      flight_key: 0,
      events: 10,
      ...row,
      first_at: FIRST,
      last_at: FIRST + 10 * MINUTE_MS,
      seen_at: TEST_NOW,
      ended_at: null,
      adjustment_id: null,
    })
    .execute();

async function step(who: keyof typeof heads, name: keyof typeof IDS, act: 'propose' | 'approve' | 'decline') {
  const url = `/api/admin/traffic-findings/${IDS[name]}/${act}`;
  const answer = await server.app.inject({ method: 'POST', url, headers: heads[who] });
  return { status: answer.statusCode, body: answer.json<TrafficFinding & { error?: { message: string } }>() };
}

test('two administrators credit a finding once, with its counted events and those before it', async () => {
  const list = await server.app.inject({ url: '/api/admin/traffic-findings', headers: heads.one });
  expect(list.json()).toMatchObject({
    total: 3,
    data: expect.arrayContaining([expect.objectContaining({ id: IDS.first })]),
  });
  const proposed = await step('one', 'first', 'propose');
  // 20 views before the pattern, one within it, and one for the other advertiser.
  expect(proposed.body.proposal).toMatchObject({
    events: 22,
    amount: 0.002107,
    owner_amount: 0.000632,
    may_approve: false,
  });
  expect((await step('one', 'first', 'propose')).status).toBe(409);
  expect((await step('one', 'first', 'approve')).status).toBe(403);
  // A second credit cannot contain the same events.
  expect(await step('other', 'second', 'propose')).toMatchObject({
    status: 409,
    body: { error: { message: 'Another finding for this outlet and time has already been credited.' } },
  });
  expect((await step('other', 'first', 'decline')).body.proposal).toBeNull();
  expect((await step('other', 'first', 'propose')).status).toBe(200);
  const approved = await step('one', 'first', 'approve');
  expect(approved.status, JSON.stringify(approved.body)).toBe(200);
  const { adjustment_id: id } = approved.body;
  for (const act of ['propose', 'approve', 'decline'] as const)
    expect((await step('other', 'first', act)).status).toBe(409);
  const lines = await server.accounts
    .selectFrom('adjustment_lines')
    .select(['flight_key', 'events', 'amount_micros', 'owner_micros'])
    .where('adjustment_id', '=', id ?? '')
    .orderBy('events')
    .execute();
  expect(lines).toEqual([
    { flight_key: world.shoes.flight.key, events: 1, amount_micros: -7, owner_micros: -2 },
    { flight_key: world.cola.flight.key, events: 21, amount_micros: -2_100, owner_micros: -630 },
  ]);
  const audit = await server.accounts
    .selectFrom('audit_log')
    .select('action')
    .where('action', 'like', 'finding.%')
    .execute();
  expect(audit.map(({ action }) => action).sort()).toEqual([
    ...['finding.adjusted', 'finding.declined', 'finding.proposed', 'finding.proposed'],
  ]);
  const money = await server.app.inject({ url: '/api/adjustments', headers: heads.one });
  expect(money.json().data).toMatchObject([
    { amount: -0.002107, owner_amount: -0.000632, owner: { id: world.alpha.id } },
  ]);
});

test('without counted events there is nothing to credit, and only administrators have access', async () => {
  expect(await step('one', 'nothing', 'propose')).toMatchObject({ status: 409 });
  const headers = await server.asRole('advertiser', world.volt.id);
  expect((await server.app.inject({ url: '/api/admin/traffic-findings', headers })).statusCode).toBe(403);
});
