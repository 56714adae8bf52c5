import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventResult, IngestAnswer, OutletEvent } from '#contract/ingest.ts';
import type { ServeAnswer, ServedPlay } from '#contract/serve.ts';
import { CLOCK_TOLERANCE_MS } from '#domain/clock-tolerance.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCampaign, makeCreative, makeCustomer, makeFlight, makeKey, makeOutlet } from '../../testing/makers.ts';

/* One key must not bind budgets with plays that are never seen (docs/business-rules.md#delivery). */

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  await server.dependencies.playServer.ready();
});
afterAll(() => server.close());

type Post = { readonly eui: string; readonly key: string; readonly id: string };

/** Creates outlets of one owner, and a flight that reaches no other owner. */
async function lay(outlets: number, terms: { readonly priceMicros: number; readonly budgetMicros?: number }) {
  const { accounts, dependencies } = server;
  const owner = await makeCustomer(accounts);
  const posts: Post[] = [];
  while (posts.length < outlets) {
    const { id, eui } = await makeOutlet(accounts, { customerId: owner.id });
    posts.push({ id, eui, key: (await makeKey(accounts, { outletId: id })).key });
  }
  const campaign = await makeCampaign(accounts, {
    customerId: (await makeCustomer(accounts, { kind: 'advertiser' })).id,
  });
  const endsAt = TEST_NOW + 365 * DAY_MS;
  const flight = await makeFlight(accounts, { plain: false, campaignId: campaign.id, model: 'flat', endsAt, ...terms });
  const targets = JSON.stringify({ outlets: posts.map(({ id }) => id) });
  await accounts.updateTable('flights').set({ pacing: 'fast', targets }).where('id', '=', flight.id).execute();
  await makeCreative(accounts, { flightId: flight.id });
  const spent = { budgetMicros: terms.budgetMicros ?? 1e9, dailyCapMicros: null, timeZone: 'UTC' };
  await dependencies.budgets.standing([flight.key], () => spent);
  return posts as [Post, ...Post[]];
}

async function call<Answer>(url: string, { key }: Post, body: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const answer = await server.app.inject({ method: 'POST', url, headers, body: JSON.stringify(body) });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
  return answer.json<Answer>();
}

const ask = (post: Post, count = 1) => call<ServeAnswer>('/api/serve', post, { eui: post.eui, count });
const report = async (post: Post, ...events: readonly OutletEvent[]): Promise<readonly EventResult[]> =>
  (await call<IngestAnswer>('/api/ingest/events', post, events)).results;
const viewOf = ({ id, token }: ServedPlay, { eui }: Post, atMs = server.clock.ms): OutletEvent => ({
  id,
  type: 'view',
  eui,
  cryptic: token,
  timestamp: new Date(atMs).toISOString(),
});

test('serves plays within the budget, and more only after some expire, and pays all served plays', async () => {
  const posts = (await lay(4, { priceMicros: 1_000, budgetMicros: 3_500 })) as [Post, Post, Post, Post];
  const flight = await server.accounts
    .updateTable('flights')
    .set({ accepts_unsigned: 1 })
    .where('targets', 'like', `%${posts[0].id}%`)
    .returning(['key', 'code'])
    .executeTakeFirstOrThrow();
  const plays: ServedPlay[] = [];
  for (const post of posts.slice(0, 3)) plays.push(...(await ask(post)).plays);
  expect(plays).toHaveLength(3);
  expect(await ask(posts[3])).toEqual({ plays: [], reason: 'budget_held', retry_after: 60 });
  const [first, second, third] = plays as [ServedPlay, ServedPlay, ServedPlay];
  expect(await report(posts[0], viewOf(first, posts[0]))).toMatchObject([{ status: 'accepted' }]);
  // A view without a play finds no budget now: the remainder is reserved for served plays, and may become free.
  const { cryptic: _, ...unsigned } = { ...viewOf(third, posts[2]), id: randomUUID(), flight: flight.code };
  expect(await report(posts[2], unsigned)).toMatchObject([
    { status: 'rejected', code: 'budget_held', retry_after: 60 },
  ]);
  // A copy in the same batch is not a duplicate, because neither is stored.
  const other = { ...unsigned, timestamp: new Date(server.clock.ms - MINUTE_MS).toISOString() };
  const follow = (type: 'click' | 'burn'): OutletEvent => ({
    id: randomUUID(),
    type,
    eui: posts[2].eui,
    view_id: unsigned.id,
    timestamp: new Date(server.clock.ms).toISOString(),
  });
  const burn = follow('burn');
  const batch = [unsigned, unsigned, other, follow('click'), follow('click'), burn, burn];
  for (const result of await report(posts[2], ...batch))
    expect(result).toMatchObject({ status: 'rejected', code: 'budget_held', retry_after: 60 });
  server.clock.ms += 15 * MINUTE_MS;
  const onTime = await report(posts[1], viewOf(second, posts[1]));
  expect(onTime).toEqual([{ index: 0, id: second.id, status: 'accepted' }]);
  const shown = async () => (await ask(posts[0], 5)).plays.map((play) => play.flight);
  expect(await shown()).toEqual([]);
  // The third play was never shown. Its price is free again a minute after the play expires by the slowest clock.
  server.clock.ms += 3 * MINUTE_MS;
  expect(await shown()).toEqual([]);
  server.clock.ms += CLOCK_TOLERANCE_MS;
  expect(await shown()).toEqual([flight.code]);
  const [row] = await server.events.query<{ micros: string }>({
    sql: 'SELECT sum(amount_micros) AS micros FROM events FINAL WHERE flight_id = {flight:UInt32}',
    params: { flight: flight.key },
    scope: { kind: 'all' },
  });
  expect(Number(row?.micros)).toBe(2_000);
});

test('a second click waits with the first one, which the budget may still pay later', async () => {
  const [post, other] = (await lay(2, { priceMicros: 1_000, budgetMicros: 1_500 })) as [Post, Post];
  const flight = await server.accounts
    .updateTable('flights')
    .set({ accepts_unsigned: 1 })
    .where('targets', 'like', `%${post.id}%`)
    .returning(['id', 'key', 'code'])
    .executeTakeFirstOrThrow();
  await server.accounts.updateTable('flight_prices').set({ model: 'cpc' }).where('flight_id', '=', flight.id).execute();
  expect((await ask(other)).plays).toHaveLength(1);
  const at = { eui: post.eui, timestamp: new Date(server.clock.ms).toISOString() };
  const view: OutletEvent = { ...at, id: randomUUID(), type: 'view', flight: flight.code };
  expect(await report(post, view)).toMatchObject([{ status: 'accepted' }]);
  const clicks = [1, 2].map((): OutletEvent => ({ ...at, id: randomUUID(), type: 'click', view_id: view.id }));
  for (const result of await report(post, ...clicks))
    expect(result).toMatchObject({ status: 'rejected', code: 'budget_held', retry_after: 60 });
  server.clock.ms += DAY_MS;
  expect(await report(post, ...clicks)).toMatchObject([
    { status: 'accepted' },
    { status: 'accepted', counted: false, reason: 'repeated' },
  ]);
});

test('one outlet reserves at most a fiftieth of a budget, or one play, until its views are reported', async () => {
  const [post, other] = (await lay(2, { priceMicros: 1_000, budgetMicros: 200_000 })) as [Post, Post];
  const { plays, reason, retry_after: retryAfter } = await ask(post, 10);
  expect(plays).toHaveLength(4);
  expect({ reason, retryAfter }).toEqual({ reason: 'budget_held', retryAfter: 60 });
  expect(await ask(post)).toMatchObject({ plays: [], reason: 'budget_held' });
  expect((await ask(other, 10)).plays).toHaveLength(4);
  const [first, second] = plays as [ServedPlay, ServedPlay];
  const view = viewOf(first, post);
  await report(post, view);
  expect((await ask(post, 10)).plays).toHaveLength(1);
  expect(await report(post, view)).toMatchObject([{ status: 'duplicate' }]);
  // An invalid view spends nothing, so its price stays reserved.
  const late = viewOf(second, post, server.clock.ms - 30 * MINUTE_MS);
  for (const status of ['accepted', 'duplicate']) expect(await report(post, late)).toMatchObject([{ status }]);
  expect(await ask(post)).toMatchObject({ plays: [], reason: 'budget_held' });
});

test('one outlet reserves one play of a budget for fewer than fifty', async () => {
  const [post] = await lay(1, { priceMicros: 1_000, budgetMicros: 10_000 });
  const { plays } = await ask(post, 10);
  expect(plays).toHaveLength(1);
  await report(post, viewOf(plays[0] as ServedPlay, post));
  expect((await ask(post, 10)).plays).toHaveLength(1);
});

test('one outlet reserves plays for twice the time that it can show, in any number of requests', async () => {
  const [post] = await lay(1, { priceMicros: 1 });
  const all = async () =>
    (await Promise.all(Array.from({ length: 8 }, () => ask(post, 50)))).flatMap((one) => one.plays);
  // Plays of 10 seconds in 15 minutes, times two.
  expect(await all()).toHaveLength(180);
  expect(await ask(post)).toEqual({ plays: [], reason: 'outlet_full', retry_after: 60 });
  server.clock.ms += 15 * MINUTE_MS;
  expect((await ask(post, 50)).plays).toHaveLength(50);
  await server.accounts.updateTable('outlets').set({ sockets: 2 }).where('id', '=', post.id).execute();
  expect(await all()).toHaveLength(310);
});
