// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAccount, readBank } from '#domain/bank-account.ts';
import { DAY_MS, SECOND_MS } from '#domain/durations.ts';
import { type Billing, createBilling } from '../../billing/create-billing.ts';
import { pastOf } from '../../start/past-of.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { checkCompleteNetwork } from '../alerts/start-alerts.ts';
import { createMoneyActs } from '../money/money-acts.ts';
import { DEMO_ACCOUNTS, DEMO_BOOKKEEPER } from './demo-accounts.ts';
import { createDemoMoney, inventedIban, NOBODYS_BANK } from './demo-money.ts';
import { settleDemoAlerts } from './finish-demo-network.ts';
import { seedDemoNetwork } from './seed-demo-network.ts';

/** A small network, in which few days pass through ingestion. Earlier days are stored directly. */
const SMALL = { owners: 3, days: 3, closedMonths: 3 };

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ env: { DEMO: 'on' } });
  await seedDemoNetwork({
    ...server.dependencies,
    past: pastOf(server.events),
    report: () => undefined,
    scale: SMALL,
    seed: 'money',
  });
});
afterAll(() => server.close());

const moneyOf = (accounts = server.accounts) =>
  createDemoMoney({ accounts, config: server.config, acts: createMoneyActs({ accounts, config: server.config }) });
function billingOf(accounts = server.accounts): Billing {
  const { events, config, dependencies } = server;
  const now = () => server.clock.ms;
  const { network } = dependencies;
  return createBilling({ accounts, events, network, config, now, settleMs: -1_000, invented: moneyOf(accounts) });
}
const admin = async () => {
  const user = await server.accounts
    .selectFrom('users')
    .select('id')
    .where('email', '=', DEMO_ACCOUNTS[0].email)
    .executeTakeFirstOrThrow();
  return server.as(user);
};
async function get<Answer>(url: string): Promise<Answer> {
  const answer = await server.app.inject({ method: 'GET', url: `/api${url}`, headers: await admin() });
  expect(answer.statusCode).toBe(200);
  return answer.json<Answer>();
}

const rowsOf = async () => ({
  entries: await server.accounts.selectFrom('ledger_entries').selectAll().orderBy('seq').execute(),
  documents: await server.accounts.selectFrom('documents').selectAll().orderBy('id').execute(),
  payments: await server.accounts.selectFrom('payments').selectAll().orderBy('id').execute(),
  runs: await server.accounts.selectFrom('payout_runs').selectAll().orderBy('number').execute(),
  payouts: await server.accounts.selectFrom('payouts').selectAll().orderBy('id').execute(),
  sendings: await server.accounts.selectFrom('money_sendings').selectAll().orderBy('id').execute(),
  letterheads: await server.accounts.selectFrom('letterheads').selectAll().execute(),
});

test('continues where it was after a kill between any two actions', async () => {
  const acts = createMoneyActs(server);
  let left = 0;
  const dying = new Proxy(acts, {
    get(target, name, receiver) {
      const act: unknown = Reflect.get(target, name, receiver);
      if (typeof act !== 'function') return act;
      return async (...args: unknown[]) => {
        const done: unknown = await Reflect.apply(act, target, args);
        left -= 1;
        if (left < 0) throw new Error('killed');
        return done;
      };
    },
  });
  const { accounts, config, events, dependencies } = server;
  const invented = createDemoMoney({ accounts, config, acts: dying });
  const now = () => server.clock.ms;
  const { network } = dependencies;
  const billing = createBilling({ accounts, events, network, config, now, settleMs: -1_000, invented });
  for (const acts of [0, 2, 5, 9]) {
    left = acts;
    await expect(billing.closeDue()).rejects.toThrow('killed');
  }
  await billingOf().closeDue();
  expect((await billingOf().verify()).faults).toEqual([]);
});

test('three months are final as of their due times, with the events that had arrived by then', async () => {
  const months = await server.accounts.selectFrom('billing_months').selectAll().orderBy('month').execute();
  expect(months.map(({ month }) => month)).toEqual(['2026-08', '2026-09', '2026-10']);
  expect(months.map(({ final_at: at }) => new Date(at ?? 0).toISOString().slice(0, 10))).toEqual([
    ...['2026-09-06', '2026-10-06', '2026-11-06'],
  ]);
  for (const { cut_off_at: cutOff, final_at: final, to_at: to } of months) {
    expect((cutOff ?? 0) * SECOND_MS).toBeLessThanOrEqual(final ?? 0);
    expect((cutOff ?? 0) * SECOND_MS).toBeGreaterThan(to);
  }
  expect(await server.accounts.selectFrom('adjustments').select('id').execute()).toEqual([]);
  const { entries } = await rowsOf();
  // The ledger is written in chronological order.
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted((a, b) => a - b));
  expect(entries.every(({ at }) => at <= TEST_NOW)).toBe(true);
});

test('invoices are paid in full, in part, late and not yet', async () => {
  type Listed = {
    data: { kind: string; number: string | null; month: string; total: number; paid: number; due_at: string }[];
  };
  const { data } = await get<Listed>('/documents?limit=50');
  const invoices = data.filter(({ kind, number }) => kind === 'invoice' && number !== null);
  const [september, october] = ['2026-09', '2026-10'].map((month) => invoices.filter((one) => one.month === month));
  expect(september?.some(({ paid, total }) => paid === total)).toBe(true);
  expect(invoices.some(({ paid, total }) => paid > 0 && paid < total)).toBe(true);
  expect(september?.some(({ paid, due_at: due }) => paid === 0 && Date.parse(due) < TEST_NOW)).toBe(true);
  expect(october?.some(({ paid }) => paid === 0)).toBe(true);
  const overview = await get<{ receivable: number; overdue: number; payable: number; in_payout: number }>(
    '/admin/money',
  );
  const { in_payout, overdue, payable, receivable } = overview;
  for (const sum of [in_payout, overdue, payable, receivable]) expect(sum).toBeGreaterThan(0);
});

test('one administrator proposed and another approved the runs, and one run awaits approval', async () => {
  const { runs, payouts } = await rowsOf();
  const users = await server.accounts.selectFrom('users').select(['id', 'email', 'password_hash']).execute();
  const emailOf = (id: string | null) => users.find((user) => user.id === id)?.email;
  expect(runs.map((run) => [run.state, emailOf(run.proposed_by_id), emailOf(run.decided_by_id)])).toEqual([
    ['approved', DEMO_BOOKKEEPER.email, DEMO_ACCOUNTS[0].email],
    ['approved', DEMO_BOOKKEEPER.email, DEMO_ACCOUNTS[0].email],
    ['proposed', DEMO_BOOKKEEPER.email, undefined],
  ]);
  expect(new Set(payouts.map(({ state }) => state))).toEqual(new Set(['paid', 'returned', 'proposed']));
  // The bookkeeper cannot sign in.
  expect(users.find(({ email }) => email === DEMO_BOOKKEEPER.email)?.password_hash).toBeNull();
  const { demo_accounts: shown } = (await server.app.inject({ method: 'GET', url: '/api/config' })).json<{
    demo_accounts: { email: string }[];
  }>();
  expect(shown.map(({ email }) => email)).not.toContain(DEMO_BOOKKEEPER.email);
});

test('payout accounts of owners are valid, fictitious and encrypted', async () => {
  for (const number of [1, 17, 123_456])
    expect(readAccount(inventedIban(number))).toEqual({ iban: inventedIban(number) });
  expect(readBank(NOBODYS_BANK)).toEqual({ bic: NOBODYS_BANK });
  // An example from the standard's registry proves that the check digits are right.
  expect(readAccount('DE89370400440532013000')).not.toBeNull();
  const owners = await server.accounts.selectFrom('customers').select('id').where('kind', '=', 'property').execute();
  const payees = await server.accounts.selectFrom('payees').selectAll().execute();
  expect(payees.map(({ customer_id: id }) => id).toSorted()).toEqual(owners.map(({ id }) => id).toSorted());
  expect(payees.every(({ account, bank }) => account === '' && bank === '')).toBe(true);
});

test('a restart, and two processes at once, repeat nothing', async () => {
  const before = await rowsOf();
  await billingOf().closeDue();
  await Promise.all([moneyOf().settle(TEST_NOW), moneyOf().settle(TEST_NOW)]);
  expect(await rowsOf()).toEqual(before);
});

test('greets with at most five open alerts, each of another rule, and has handled the others', async () => {
  const settle = () =>
    settleDemoAlerts({
      accounts: server.accounts,
      now: () => server.clock.ms,
      check: () => checkCompleteNetwork(server.dependencies),
    });
  await settle();
  type Groups = { open: number; acknowledged: number; unread: number; data: { rule: string; since: string | null }[] };
  const { data, ...counts } = await get<Groups>('/alert-groups?state=open&limit=100');
  const rules = data.map(({ rule }) => rule);
  expect(new Set(rules).size).toBe(rules.length);
  expect([counts.open >= 3, counts.open <= 5, counts.acknowledged > 0]).toEqual([true, true, true]);
  expect(counts.unread).toBe(counts.open);
  expect(data.filter(({ since }) => since !== null && Date.parse(since) > server.clock.ms)).toEqual([]);
  expect((await get<{ total: number }>('/alert-groups?state=resolved')).total).toBeGreaterThan(0);
  const before = await server.accounts.selectFrom('alerts').selectAll().orderBy('id').execute();
  await settle();
  expect(await server.accounts.selectFrom('alerts').selectAll().orderBy('id').execute()).toEqual(before);
});

test('continues month after month, and the ledger stays correct', async () => {
  server.clock.ms = TEST_NOW + 30 * DAY_MS;
  await billingOf().closeDue();
  expect((await billingOf().verify()).faults).toEqual([]);
  const { runs } = await rowsOf();
  expect(runs.map(({ state }) => state)).toEqual(['approved', 'approved', 'approved', 'proposed']);
  const { sum } = await server.accounts
    .selectFrom('ledger_postings')
    .select((eb) => eb.fn.sum<number>('micros').as('sum'))
    .executeTakeFirstOrThrow();
  expect(Number(sum)).toBe(0);
});

test("leaves a network alone that is not the demo's own", async () => {
  const before = await rowsOf();
  await server.accounts.deleteFrom('settings').where('name', '=', 'demo-network').execute();
  expect(await moneyOf().isOfDemo()).toBe(false);
  await moneyOf().settle(server.clock.ms + 90 * DAY_MS);
  expect((await rowsOf()).payments).toEqual(before.payments);
});
