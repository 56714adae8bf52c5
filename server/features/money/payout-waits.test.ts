import { v7 as newId } from 'uuid';
import { afterEach, expect, test } from 'vitest';
import type { PayoutRun } from '#contract/payouts.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer } from '../../testing/makers.ts';
import { confirmADayEarlier } from './testing/confirm-a-day-earlier.ts';
import { payInto } from './testing/pay-into.ts';

type Who = 'admin' | 'second' | 'third';
let server: TestApp;
let headers: Record<Who, { authorization: string }>;
afterEach(() => server.close());

const FINAL_AT = Date.UTC(2026, 10, 6);
const FIRST = { holder: 'Pier House', account: 'DE89370400440532013000', bank: 'DEUTDEFF' };
const CHANGED = { ...FIRST, account: 'FR1420041010050500013M02606', bank: 'AGRIFRPP' };
const PAYER = { holder: 'Voltboard', account: 'GB82WEST12345698765432', bank: 'WESTGB2LXXX' };

async function open(env: Record<string, string> = {}) {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC', CURRENCY: 'EUR', ...env } });
  headers = {
    admin: await server.asRole('admin'),
    second: await server.asRole('admin'),
    third: await server.asRole('admin'),
  };
  const ended = { holder: null, cut_off_at: null, read_at: FINAL_AT, final_at: FINAL_AT, looked_until: null };
  await server.accounts
    .insertInto('billing_months')
    .values({ month: '2026-10', from_at: 0, to_at: FINAL_AT, ...ended })
    .execute();
  await call('PUT', '/payer', PAYER);
  const [pier, quay] = [await makeOwner('Pier House', 1), await makeOwner('Quay', 2)];
  await payInto(server, quay.id, { ...FIRST, holder: 'Quay' });
  return { pier, quay };
}

/** Makes an owner with a final statement of 15.00. */
async function makeOwner(name: string, number: number) {
  const owner = await makeCustomer(server.accounts, { name });
  const row = {
    id: newId(),
    kind: 'statement' as const,
    month: '2026-10',
    number,
    customer_id: owner.id,
    customer_key: owner.key,
    customer_name: name,
    customer_address: '',
    customer_tax_id: '',
    currency: 'EUR',
    time_zone: 'UTC',
    final_at: FINAL_AT,
    cut_off_at: FINAL_AT,
    due_at: null,
    layout: 1,
    pdf_sha256: null,
    letterhead_id: null,
    carried_micros: 0,
    total_cents: 1_500,
  };
  await server.accounts.insertInto('documents').values(row).execute();
  return owner;
}

const call = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object, who: Who = 'admin') =>
  server.app.inject({ method, url: `/api${url}`, headers: headers[who], ...(payload ? { payload } : {}) });
const post = (url: string, wish: object = {}, who: Who = 'admin') =>
  call('POST', url, { sending_id: newId(), ...wish }, who);
const approve = (run: { id: string }) => post(`/payout-runs/${run.id}/approve`, {}, 'second');
const fileOf = (run: { id: string }) => call('GET', `/payout-runs/${run.id}/export?format=bank`, undefined, 'second');
/** One administrator enters the account and another confirms it, at the current time. */
async function change({ id }: { id: string }, wish: object = CHANGED): Promise<void> {
  const { revision } = (await call('PUT', `/payees/${id}`, wish)).json();
  const answer = await call('POST', `/payees/${id}/confirm`, { revision }, 'third');
  expect(answer.statusCode, answer.body).toBe(200);
}
const startOf = () => new Date(server.clock.ms + DAY_MS).toISOString();
const namesOf = async (run: PayoutRun): Promise<string[]> => {
  const { data } = (await call('GET', `/payout-runs/${run.id}/payouts`)).json();
  return data.map(({ customer }: { customer: { name: string } }) => customer.name);
};

test('a run within a day of a confirmation excludes the owner, and shows until when', async () => {
  const { pier } = await open();
  await change(pier);
  const run: PayoutRun = (await post('/payout-runs', { minimum: 0 })).json();
  expect(run).toMatchObject({ total: 15, payouts: 1, left_out_total: 1 });
  expect(run.left_out).toEqual([{ customer: { id: pier.id, name: 'Pier House' }, amount: 15, starts_at: startOf() }]);
  expect(await namesOf(run)).toEqual(['Quay']);
  // Only waiting owners are left, so the server creates no run and states the reason.
  const none = await post('/payout-runs', { minimum: 0 });
  expect([none.statusCode, none.json().error.message]).toEqual([409, expect.stringContaining('start on')]);
  await confirmADayEarlier(server);
  expect((await post('/payout-runs', { minimum: 0 })).json()).toMatchObject({ total: 15, left_out: [] });
});

test('the wait is exactly one day', async () => {
  const { pier, quay } = await open();
  await payInto(server, pier.id, FIRST);
  const confirmed = (ago: number) =>
    server.accounts
      .updateTable('payee_seals')
      .set({ confirmed_at: server.clock.ms - ago })
      .where('customer_id', '=', quay.id)
      .execute();
  await confirmed(DAY_MS - 1);
  const run: PayoutRun = (await post('/payout-runs', { minimum: 0 })).json();
  expect(run.left_out.map(({ customer }) => customer.id)).toEqual([quay.id]);
  await confirmed(DAY_MS);
  expect((await post('/payout-runs', { minimum: 0 })).json()).toMatchObject({ total: 15, left_out: [] });
});

test('approval removes an owner whose account changed after the proposal', async () => {
  const { pier } = await open();
  await payInto(server, pier.id, FIRST);
  const run: PayoutRun = (await post('/payout-runs', { minimum: 0 })).json();
  expect(run).toMatchObject({ total: 30, left_out: [] });
  await change(pier);
  const approved = (await approve(run)).json();
  expect(approved).toMatchObject({ state: 'approved', total: 15, payouts: 1, left_out_total: 1 });
  expect((await fileOf(run)).body).not.toContain(CHANGED.account);
  expect((await post(`/payout-runs/${run.id}/paid`, { paid_on: '2026-11-20' })).json()).toMatchObject({ waiting: 0 });
  // After a day, the owner is in the next run.
  await confirmADayEarlier(server);
  const next: PayoutRun = (await post('/payout-runs', { minimum: 0 })).json();
  expect(await namesOf(next)).toEqual(['Pier House']);
});

test('rejects the approval of a run if all of its owners wait', async () => {
  const { pier, quay } = await open();
  await payInto(server, pier.id, FIRST);
  const run: PayoutRun = (await post('/payout-runs', { minimum: 0 })).json();
  await change(pier);
  await change(quay);
  const refused = await approve(run);
  expect([refused.statusCode, refused.json().error.message]).toEqual([409, expect.stringContaining('start on')]);
  expect((await call('GET', '/payout-runs')).json().data[0]).toMatchObject({ state: 'proposed', payouts: 2 });
});

test('an account that changes after the approval has no file for a day', async () => {
  const { pier } = await open();
  await payInto(server, pier.id, FIRST);
  const run: PayoutRun = (await post('/payout-runs', { minimum: 0 })).json();
  await approve(run);
  const before = await fileOf(run);
  expect(before.body).toContain(FIRST.account);
  // While the change awaits confirmation, the file pays to the confirmed account.
  await call('PUT', `/payees/${pier.id}`, CHANGED);
  expect((await fileOf(run)).body).toBe(before.body);
  await call('POST', `/payees/${pier.id}/confirm`, { revision: 3 }, 'third');
  for (const format of ['bank', 'xml', 'csv']) {
    const refused = await call('GET', `/payout-runs/${run.id}/export?format=${format}`, undefined, 'second');
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      409,
      expect.stringContaining('Pier House start'),
    ]);
  }
  const [shown] = (await call('GET', `/payout-runs/${run.id}/payouts`)).json().data;
  expect(shown).toMatchObject({ account: '•••• 2606', starts_at: startOf() });
  await confirmADayEarlier(server);
  expect((await fileOf(run)).body).toContain(CHANGED.account);
});

test('with a concurrent confirmation and approval, no file pays to the new account', async () => {
  const { pier } = await open();
  await payInto(server, pier.id, FIRST);
  const run: PayoutRun = (await post('/payout-runs', { minimum: 0 })).json();
  const { revision } = (await call('PUT', `/payees/${pier.id}`, CHANGED)).json();
  await Promise.all([approve(run), call('POST', `/payees/${pier.id}/confirm`, { revision }, 'third')]);
  const { body } = await fileOf(run);
  expect(body).not.toContain(CHANGED.account);
});

test('rejects the approval of a refund to a changed account for a day', async () => {
  await open();
  const sponsor = await makeCustomer(server.accounts, { kind: 'advertiser', name: 'Early Bird' });
  await post('/payments', { customer_id: sponsor.id, amount: 90, paid_on: '2026-11-20', reference: 'T 7' });
  await change(sponsor);
  const refund = (await post('/refunds', { customer_id: sponsor.id, amount: 1, reason: 'Shortened' })).json();
  expect(refund).toMatchObject({ account: '•••• 2606', starts_at: startOf() });
  const refused = await post(`/refunds/${refund.id}/approve`, {}, 'second');
  expect([refused.statusCode, refused.json().error.message]).toEqual([409, expect.stringContaining('start on')]);
  await confirmADayEarlier(server);
  expect((await post(`/refunds/${refund.id}/approve`, {}, 'second')).json()).toMatchObject({ state: 'approved' });
  await change(sponsor, { ...CHANGED, holder: 'Early Bird Inc' });
  const file = await call('GET', `/refunds/${refund.id}/export?format=bank`, undefined, 'second');
  expect(file.json().error.message).toContain('Early Bird start on');
});

test('shows a pending change together with the current account, and it can be withdrawn', async () => {
  const { pier } = await open();
  await payInto(server, pier.id, FIRST);
  const url = `/payees/${pier.id}`;
  const made = (await call('PUT', url, CHANGED)).json();
  expect(made).toMatchObject({ account: '•••• 2606', revision: 3, starts_at: null, may_confirm: false });
  expect(made.in_use).toMatchObject({ account: '•••• 3000', holder: 'Pier House' });
  const [listed] = (await call('GET', '/payees', undefined, 'third')).json().data;
  expect(listed).toMatchObject({ revision: 3, may_confirm: true });
  const own = await server.asRole('property', pier.id);
  const mine = (await server.app.inject({ url: '/api/payee', headers: own })).json().payee;
  expect(mine).toMatchObject({ account: '•••• 2606', may_confirm: false, changed_by: null });
  const withdrawn = (await call('POST', `${url}/withdraw`, { revision: 3 })).json().payee;
  expect(withdrawn).toMatchObject({ account: '•••• 3000', in_use: null, may_confirm: false });
  expect((await call('POST', `${url}/withdraw`, { revision: 3 })).statusCode).toBe(409);
  // A revision is never reused, so a confirmation of the first change does not confirm the second one.
  expect((await call('PUT', url, { ...CHANGED, holder: 'Other' })).json()).toMatchObject({ revision: 4 });
  expect((await call('POST', `${url}/confirm`, { revision: 3 }, 'third')).statusCode).toBe(409);
  const payload = { revision: 4 };
  const byOwner = await server.app.inject({ method: 'POST', url: '/api/payee/withdraw', headers: own, payload });
  expect(byOwner.json().payee).toMatchObject({ account: '•••• 3000', in_use: null });
});

test('without four eyes, one administrator is enough, and payouts still wait a day', async () => {
  const { pier } = await open({ FOUR_EYES: 'off' });
  const made = (await call('PUT', `/payees/${pier.id}`, CHANGED)).json();
  expect(made).toMatchObject({ starts_at: startOf(), in_use: null, may_confirm: false });
  const run: PayoutRun = (await post('/payout-runs', { minimum: 0 })).json();
  expect(run.left_out).toHaveLength(1);
  server.clock.ms += MINUTE_MS;
  expect((await post(`/payout-runs/${run.id}/approve`)).statusCode).toBe(200);
});
