import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Explanation } from '#contract/explain.ts';
import type { MoneyOverview } from '#contract/money-overview.ts';
import {
  adjustmentsMade,
  deliveriesClosed,
  paymentEntered,
  paymentWithdrawn,
  payoutReturned,
  payoutsPaid,
} from '../../ledger/ledger.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer } from '../../testing/makers.ts';

type Actor = 'admin' | 'owner' | 'sponsor';
let server: TestApp;
let headers: Record<Actor, { authorization: string }>;

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  const { accounts } = server;
  const owner = await makeCustomer(accounts, { name: 'Harbour Hotel' });
  const sponsors = [
    await makeCustomer(accounts, { kind: 'advertiser', name: 'Brightwater' }),
    await makeCustomer(accounts, { kind: 'advertiser', name: 'Zap Shoes' }),
  ];
  const [sponsor] = sponsors;
  headers = {
    admin: await server.asRole('admin'),
    owner: await server.asRole('property', owner.id),
    sponsor: await server.asRole('advertiser', sponsor?.id),
  };
  const booked = { at: TEST_NOW, author: 'test' };
  const paid = { id: 'p1', customerId: sponsor?.id ?? '', cents: 5_000, reason: 'Transfer 7' };
  const payout = { id: 'o1', customerId: owner.id, cents: 1_234, reason: 'Run 1' };
  const parts = sponsors.map(({ id: advertiserId }, at) => ({ advertiserId, amount: 1_000_003 + at, owner: 300_001 }));
  const credited = parts.map((part) => ({ ...part, ownerId: owner.id, amount: -70_001, owner: -20_000 }));
  await accounts.transaction().execute(async (tx) => {
    for (const month of ['2026-09', '2026-10'])
      await deliveriesClosed(tx, [{ month, closing: month, ownerId: owner.id, parts }], booked);
    await deliveriesClosed(tx, [{ month: '2026-09', closing: '2026-10', ownerId: owner.id, parts }], booked);
    // Two postings to one account in one entry.
    await adjustmentsMade(tx, [{ id: 'a1', reason: 'Goodwill', parts: credited }], booked);
    await paymentEntered(tx, paid, booked);
    await paymentEntered(tx, { ...paid, id: 'p2', cents: 777 }, booked);
    await paymentWithdrawn(tx, paid, booked);
    await payoutsPaid(tx, [payout], booked);
    await payoutReturned(tx, payout, booked);
  });
});
afterAll(() => server.close());

const get = (path: string, who: Actor = 'admin') => server.app.inject({ url: `/api/${path}`, headers: headers[who] });
const explain = async (query: string) => (await get(`explain?${query}`)).json<Explanation>();
const sum = (rows: readonly { readonly amount: string }[]) =>
  rows.reduce((all, { amount }) => all + BigInt(amount), 0n);

test.each([
  { figure: 'cash', field: 'cash' },
  { figure: 'earned', field: 'revenue' },
] as const)('$figure equals the overview, and its bookings and entries add up to it', async ({ figure, field }) => {
  const overview = (await get('admin/money')).json<MoneyOverview>();
  const whole = await explain(`figure=${figure}`);
  expect(whole).toMatchObject({ figure, by: 'booking', choices: ['booking', 'entry'], left_out: null });
  expect(whole.total).toBe(String(Math.round(overview[field] * 1e6)));
  expect(sum(whole.parts)).toBe(BigInt(whole.total));
  for (const { id, amount, events } of whole.parts) {
    const filters = encodeURIComponent(JSON.stringify({ booking: [id] }));
    const entries = await explain(`figure=${figure}&filters=${filters}`);
    expect(entries).toMatchObject({ by: 'entry', choices: ['entry'], total: amount, left_out: null });
    expect(entries.parts).toHaveLength(events);
    expect(sum(entries.parts)).toBe(BigInt(amount));
  }
  const all = await explain(`figure=${figure}&by=entry`);
  expect(sum(all.parts)).toBe(BigInt(whole.total));
  // A later page omits the newer entries, and the sum is the same.
  const page = await explain(`figure=${figure}&by=entry&cursor=${all.parts[0]?.id}`);
  expect(page.parts).toEqual(all.parts.slice(1));
  expect(page.left_out).toEqual({ parts: 1, amount: all.parts[0]?.amount });
});

test('bookings and entries have descriptive labels', async () => {
  const labels = async (query: string) => (await explain(query)).parts.map(({ label, events }) => [label, events]);
  expect(await labels('figure=cash')).toEqual([
    ['Payments from advertisers', 2],
    ['Payments withdrawn', 1],
    ['Payouts to owners', 1],
    ['Returned payouts', 1],
  ]);
  expect(new Map((await labels('figure=earned')) as [string, number][])).toEqual(
    new Map([
      ['Adjustments', 1],
      ['Delivery of October 2026', 1],
      ['Delivery of September 2026', 1],
      ['Delivery of September 2026 that arrived after the month was closed', 1],
    ]),
  );
  const day = new Date(TEST_NOW).toISOString().slice(0, 10);
  expect((await labels('figure=earned&by=entry')).map(([label]) => label)).toEqual([
    `${day} · Adjustment: Goodwill · Brightwater · Harbour Hotel · 1 more`,
    `${day} · Delivery of 2026-09 that arrived after the month was closed · Harbour Hotel`,
    `${day} · Delivery of 2026-10 · Harbour Hotel`,
    `${day} · Delivery of 2026-09 · Harbour Hotel`,
  ]);
});

test('only administrators have access, and unknown breakdowns are rejected', async () => {
  for (const who of ['owner', 'sponsor'] as const)
    for (const figure of ['cash', 'earned']) expect((await get(`explain?figure=${figure}`, who)).statusCode).toBe(403);
  const other = encodeURIComponent(JSON.stringify({ outlet: ['a'] }));
  const several = encodeURIComponent(JSON.stringify({ booking: ['payment 1 ', 'payout 1 '] }));
  for (const wrong of [
    'by=day',
    'range=7d',
    'cid=1',
    'filters=1',
    `filters=${other}`,
    `filters=${several}`,
    'by=entry&cursor=x',
  ])
    expect((await get(`explain?figure=cash&${wrong}`)).statusCode, wrong).toBe(400);
});
