// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentRow } from '#contract/documents.ts';
import type { MoneyOverview } from '#contract/money-overview.ts';
import type { OwnMoney } from '#contract/own-balance.ts';
import type { Payment } from '#contract/payments.ts';
import type { Payout, PayoutRun } from '#contract/payouts.ts';
import type { Report } from '#contract/reports.ts';
import { createBilling } from '../../billing/create-billing.ts';
import { pastOf } from '../../start/past-of.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { createMoneyActs } from '../money/money-acts.ts';
import { createDemoMoney } from './demo-money.ts';
import { planNetwork } from './plan-network.ts';
import { seedDemoNetwork } from './seed-demo-network.ts';

const SCALE = { owners: 3, days: 3, closedMonths: 3 };
const SEED = 'agreement';
const CLOSED = ['2026-08', '2026-09', '2026-10'];
const ALL = 'from=2026-08-01&to=2026-10-31&tz=UTC';

type Headers = { readonly authorization: string };
let server: TestApp;
let admin: Headers;
let customers: { readonly id: string; readonly name: string; readonly kind: string; readonly headers: Headers }[];

beforeAll(async () => {
  server = await createTestApp({ env: { DEMO: 'on' } });
  const { accounts, clock, config, dependencies, events } = server;
  await seedDemoNetwork({
    ...dependencies,
    past: pastOf(events),
    report: () => undefined,
    scale: SCALE,
    seed: SEED,
  });
  const invented = createDemoMoney({ accounts, config, acts: createMoneyActs({ accounts, config }) });
  const { network } = dependencies;
  const billing = createBilling({ accounts, events, network, config, now: () => clock.ms, settleMs: -1_000, invented });
  await billing.closeDue();
  expect((await billing.verify()).faults).toEqual([]);
  admin = await server.asRole('admin');
  const rows = await accounts.selectFrom('customers').select(['id', 'name', 'kind']).execute();
  customers = await Promise.all(
    rows.map(async (row) => ({ ...row, headers: await server.asRole(row.kind as 'property' | 'advertiser', row.id) })),
  );
});
afterAll(() => server.close());

async function get<Answer>(headers: Headers, url: string): Promise<Answer> {
  const answer = await server.app.inject({ method: 'GET', url: `/api${url}`, headers });
  expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
  return answer.json();
}
const listed = async <Row>(headers: Headers, url: string): Promise<Row[]> =>
  (await get<{ data: Row[] }>(headers, url)).data;
const cents = (dollars: number): number => Math.round(dollars * 100);
const sumOf = (rows: readonly number[]): number => rows.reduce((all, one) => all + one, 0);
const finalsOf = async (headers: Headers) =>
  (await listed<DocumentRow>(headers, '/documents?limit=100')).filter(({ state }) => state === 'final');
const ofKind = (kind: 'property' | 'advertiser') => customers.filter((one) => one.kind === kind);

test("reports of three months agree with each customer's documents to the cent", async () => {
  for (const { headers, name } of customers) {
    const finals = await finalsOf(headers);
    const { data } = await get<Report>(headers, `/reports?metrics=revenue&dimensions=month&${ALL}`);
    for (const month of CLOSED) {
      const reported = data.find(({ of: [of] }) => of?.id === month)?.values.revenue ?? 0;
      const total = finals.find((one) => one.month === month)?.total ?? 0;
      // A document carries fractions of a cent over to the next document.
      expect(Math.abs(total - reported), `${name} ${month}`).toBeLessThan(0.02);
    }
    for (const { cut_off_at: cutOff, final_at: final } of finals)
      expect(Date.parse(cutOff ?? '')).toBeLessThanOrEqual(Date.parse(final));
  }
});

test("statements and invoices of each month agree with the administrator's overview, and the network keeps the difference", async () => {
  const overview = await get<MoneyOverview>(admin, '/admin/money');
  expect(overview.months.filter(({ state }) => state === 'final').map(({ month }) => month)).toEqual(
    CLOSED.toReversed(),
  );
  const finals = await finalsOf(admin);
  for (const { billed, invoices, month, owed, state, statements } of overview.months) {
    if (state !== 'final') continue;
    const own = (kind: string) => finals.filter((one) => one.kind === kind && one.month === month);
    expect([invoices, statements]).toEqual([own('invoice').length, own('statement').length]);
    expect(cents(billed ?? 0)).toBe(sumOf(own('invoice').map(({ total }) => cents(total))));
    expect(cents(owed ?? 0)).toBe(sumOf(own('statement').map(({ total }) => cents(total))));
  }
  const total = (kind: string) => sumOf(finals.filter((one) => one.kind === kind).map(({ total }) => cents(total)));
  const kept = total('invoice') - total('statement');
  expect(Math.abs(cents(overview.revenue) - kept)).toBeLessThan(customers.length + 1);
});

test('no owner is paid more than it earned, and payouts, payments, cash and open amounts agree', async () => {
  const overview = await get<MoneyOverview>(admin, '/admin/money');
  const runs = await listed<PayoutRun>(admin, '/payout-runs?limit=50');
  const payouts = (
    await Promise.all(runs.map(({ id }) => listed<Payout>(admin, `/payout-runs/${id}/payouts?limit=100`)))
  ).flat();
  const payments = (await listed<Payment>(admin, '/payments?limit=100')).filter((one) => one.withdrawn_at === null);
  const paidTo = (id: string) =>
    sumOf(payouts.filter((one) => one.customer.id === id && one.state === 'paid').map(({ amount }) => cents(amount)));
  let [ahead, payable, receivable] = [0, 0, 0];
  for (const { headers, id, name } of ofKind('property')) {
    const finals = await finalsOf(headers);
    const earned = sumOf(finals.map(({ total }) => cents(total)));
    const money = await get<OwnMoney>(headers, '/money');
    expect(paidTo(id), name).toBeLessThanOrEqual(earned);
    expect(cents(money.open), name).toBe(earned - paidTo(id));
    expect(sumOf(finals.map(({ paid }) => cents(paid ?? 0))), name).toBe(paidTo(id));
    payable += cents(money.open);
  }
  for (const { headers, id, name } of ofKind('advertiser')) {
    const finals = await finalsOf(headers);
    const money = await get<OwnMoney>(headers, '/money');
    const paid = sumOf(payments.filter(({ customer }) => customer.id === id).map(({ amount }) => cents(amount)));
    const billed = sumOf(finals.map(({ total }) => cents(total)));
    expect(sumOf(finals.map((one) => cents(one.paid ?? 0))), name).toBe(Math.min(billed, paid));
    expect([cents(money.open), cents(money.ahead)], name).toEqual([
      Math.max(0, billed - paid),
      Math.max(0, paid - billed),
    ]);
    receivable += cents(money.open);
    ahead += cents(money.ahead);
  }
  expect([overview.payable, overview.receivable, overview.ahead].map(cents)).toEqual([payable, receivable, ahead]);
  // One advertiser has prepaid, and a refund of part of the prepayment awaits approval.
  expect(overview.advertisers_ahead).toMatchObject([{ ahead: 1_200, refund: 400 }]);
  const moved = (state: string) =>
    sumOf(payouts.filter((one) => one.state === state).map(({ amount }) => cents(amount)));
  expect(cents(overview.cash)).toBe(sumOf(payments.map(({ amount }) => cents(amount))) - moved('paid'));
  expect(overview.cash).toBeGreaterThan(0);
});

test('an outlet earns tens of dollars a month', async () => {
  const { owners } = planNetwork(SEED, TEST_NOW, SCALE);
  const [month] = CLOSED.slice(-1);
  const begin = Date.parse(`${month}-01T00:00:00Z`);
  let [earned, outlets] = [0, 0];
  for (const { headers, id } of ofKind('property')) {
    const installed = owners
      .find((one) => one.id === id)
      ?.outlets.filter((one) => !one.idle && one.installedAt < begin);
    outlets += installed?.length ?? 0;
    earned += (await finalsOf(headers)).find((one) => one.month === month)?.total ?? 0;
  }
  expect(outlets).toBeGreaterThan(20);
  expect(earned / outlets).toBeGreaterThan(10);
  expect(earned / outlets).toBeLessThan(100);
});
