import { v7 as newId } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Refund } from '#contract/refunds.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet, makeUser, makeVenue } from '../../testing/makers.ts';
import { createTestBilling } from '../../testing/test-billing.ts';
import { confirmADayEarlier } from './testing/confirm-a-day-earlier.ts';
import { explainedMoney } from './testing/explained-money.ts';

type Who = 'owner' | 'sponsor' | 'early' | 'admin' | 'second';
let server: TestApp;
let headers: Record<Who, { authorization: string }>;
/** The first advertiser has an invoice of $100, and the second has none yet. */
let sponsor: { id: string; key: number };
let early: { id: string; key: number };
let verify: () => Promise<{ readonly faults: readonly string[] }>;

/** The events store uses the machine's clock. */
const NOW = Date.now();
const TODAY = new Date(NOW).toISOString().slice(0, 10);
const LAST = (() => {
  const now = new Date(NOW);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
})();
const PAYER = { holder: 'Voltboard', account: '000123456789', bank: '021000021', company_id: '1123456789' };

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  server.clock.ms = NOW;
  const { accounts, events } = server;
  const owner = await makeCustomer(accounts, { name: 'Harbour Hotel' });
  sponsor = await makeCustomer(accounts, { kind: 'advertiser', name: 'Brightwater' });
  early = await makeCustomer(accounts, { kind: 'advertiser', name: 'Early Bird' });
  const venue = await makeVenue(accounts, { customerId: owner.id, name: 'Lobby' });
  const outlet = await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id });
  const campaign = await makeCampaign(accounts, { customerId: sponsor.id });
  const flight = await makeFlight(accounts, { campaignId: campaign.id });
  const keys = { customerKey: owner.key, outletKey: outlet.key, flightKey: flight.key, campaignKey: campaign.key };
  await events.insert([
    makeStoredEvent({
      ...keys,
      advertiserKey: sponsor.key,
      eventId: 1n,
      timestampMs: Date.parse(`${LAST}-20T12:00:00Z`),
      amountMicros: 100_000_000,
      ownerMicros: 30_000_000,
    }),
  ]);
  headers = {
    owner: await server.asRole('property', owner.id),
    sponsor: await server.asRole('advertiser', sponsor.id),
    early: await server.as(
      await makeUser(accounts, { role: 'advertiser', customerId: early.id, email: 'ada@early.example' }),
    ),
    admin: await server.asRole('admin'),
    second: await server.asRole('admin'),
  };
  expect((await put('/payer', PAYER)).statusCode).toBe(200);
  const billing = await createTestBilling(server, NOW);
  verify = () => billing.verify();
  // The advertiser pays before there is an invoice. The invoice then uses the payment automatically.
  expect((await pay(sponsor, 40)).statusCode).toBe(200);
  await billing.close(LAST);
});
afterAll(() => server.close());

const get = async (url: string, who: Who = 'admin') =>
  (await server.app.inject({ url: `/api${url}`, headers: headers[who] })).json();
/** Uses a new sending id unless the wish contains one. */
const post = (url: string, wish: object, who: Who = 'admin') => {
  const payload = { sending_id: newId(), ...wish };
  return server.app.inject({ method: 'POST', url: `/api${url}`, headers: headers[who], payload });
};
const put = (url: string, payload: object) =>
  server.app.inject({ method: 'PUT', url: `/api${url}`, headers: headers.admin, payload });
const pay = ({ id }: { readonly id: string }, amount: number) =>
  post('/payments', { customer_id: id, amount, paid_on: TODAY, reference: `Transfer of ${amount}` });
const propose = ({ id }: { readonly id: string }, amount: number) =>
  post('/refunds', { customer_id: id, amount, reason: 'Paid twice' });
const fileOf = (id: string, format: string, who: Who) =>
  server.app.inject({ url: `/api/refunds/${id}/export?format=${format}`, headers: headers[who] });

const { expectAllExplained } = explainedMoney(get);
afterEach(async () => {
  await expectAllExplained();
  expect((await verify()).faults).toEqual([]);
});

test('applies an earlier payment to an invoice', async () => {
  expect(await get('/money', 'sponsor')).toMatchObject({ open: 60, ahead: 0, last: { payment: 'part', paid: 40 } });
  expect(await get('/admin/money')).toMatchObject({ receivable: 60, ahead: 0, advertisers_ahead: [] });
});

test('an advertiser without an invoice can pay, and both sides see its credit balance', async () => {
  expect((await pay(early, 250.5)).statusCode).toBe(200);
  expect(await get('/money', 'early')).toMatchObject({ open: 0, ahead: 250.5, refund: null, next: null, last: null });
  const row = { customer: { id: early.id, name: 'Early Bird' }, ahead: 250.5, refund: 0 };
  expect(await get('/admin/money')).toMatchObject({ receivable: 60, ahead: 250.5, advertisers_ahead: [row] });
});

test('a refund is proposed up to the credit balance, and a second administrator approves it', async () => {
  const tooMuch = await propose(early, 250.51);
  expect([tooMuch.statusCode, tooMuch.json().error.fields.amount]).toEqual([
    409,
    'Enter at most the credit balance of 250.50.',
  ]);
  expect((await propose(sponsor, 1)).statusCode).toBe(409);
  expect((await propose(early, 0.001)).statusCode).toBe(400);
  expect((await propose({ id: newId() }, 1)).statusCode).toBe(400);
  const sending = { sending_id: newId(), customer_id: early.id, amount: 100, reason: 'Paid twice' };
  const refund: Refund = (await post('/refunds', sending)).json();
  expect(refund).toMatchObject({ number: 1, state: 'proposed', amount: 100, may_approve: false, account: null });
  // A repeated request creates one refund.
  expect((await post('/refunds', sending)).json()).toEqual(refund);
  expect((await propose(early, 1)).json().error.fields.customer_id).toContain('in progress');
  expect((await post(`/refunds/${refund.id}/approve`, {})).statusCode).toBe(403);
  expect((await post(`/refunds/${refund.id}/paid`, { paid_on: TODAY })).statusCode).toBe(409);
  expect((await fileOf(refund.id, 'csv', 'second')).statusCode).toBe(409);
  expect((await get('/money', 'early')).refund).toEqual({ amount: 100, state: 'proposed' });
  const approved = await post(`/refunds/${refund.id}/approve`, {}, 'second');
  expect(approved.json()).toMatchObject({ state: 'approved', may_approve: false });
  expect((await post(`/refunds/${refund.id}/decline`, { reason: 'late' }, 'second')).statusCode).toBe(409);
  expect((await get('/admin/money')).advertisers_ahead).toMatchObject([{ ahead: 250.5, refund: 100 }]);

  expect((await fileOf(refund.id, 'csv', 'second')).body).toContain(`${early.id},Early Bird,100.00,USD,approved`);
  expect((await fileOf(refund.id, 'bank', 'second')).json().error.message).toContain('account of Early Bird first');
  const account = { holder: 'Early Bird Inc', account: '123456', bank: '021000021' };
  // An advertiser with a debt gets no refund.
  expect((await put(`/payees/${sponsor.id}`, account)).statusCode).toBe(400);
  expect((await put(`/payees/${early.id}`, account)).statusCode).toBe(200);
  // Another administrator confirms the account, and payouts start a day later.
  expect((await fileOf(refund.id, 'bank', 'second')).statusCode).toBe(409);
  const confirmed = await server.app.inject({
    method: 'POST',
    url: `/api/payees/${early.id}/confirm`,
    payload: { revision: 1 },
    headers: await server.asRole('admin'),
  });
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  expect((await fileOf(refund.id, 'bank', 'second')).json().error.message).toContain('account of Early Bird start on');
  await confirmADayEarlier(server);
  // An administrator who entered the account since the proposal cannot download the file.
  expect((await fileOf(refund.id, 'bank', 'admin')).statusCode).toBe(409);
  const file = await fileOf(refund.id, 'bank', 'second');
  expect(file.headers['content-disposition']).toBe('attachment; filename="refund-1.ach"');
  expect(file.body).toContain('REFUND 1');
  expect(file.body).toContain('0000010000');
  expect((await fileOf(refund.id, 'bank', 'second')).body).toBe(file.body);
  expect((await fileOf(refund.id, 'xml', 'second')).body).toContain('Refund 1');
});

test('a paid refund is booked and mailed to the advertiser, and it can be returned', async () => {
  const [{ id }] = (await get('/refunds')).data;
  const before = (await get('/admin/money')).cash;
  expect((await post(`/refunds/${id}/paid`, { paid_on: '2999-01-01' })).statusCode).toBe(400);
  expect((await post(`/refunds/${id}/paid`, { paid_on: TODAY })).json()).toMatchObject({
    state: 'paid',
    paid_on: TODAY,
  });
  expect((await post(`/refunds/${id}/paid`, { paid_on: TODAY })).statusCode).toBe(409);
  const mails = await server.accounts
    .selectFrom('mails')
    .select(['to_email', 'subject'])
    .where('kind', '=', 'refund-paid')
    .execute();
  expect(mails).toEqual([{ to_email: 'ada@early.example', subject: 'Your refund of $100.00 was sent' }]);
  const entry = await server.accounts
    .selectFrom('ledger_entries')
    .innerJoin('ledger_postings', 'ledger_postings.entry_seq', 'ledger_entries.seq')
    .select(['reason', 'account', 'micros'])
    .where('reference', '=', `refund ${id}`)
    .orderBy('account')
    .execute();
  expect(entry).toEqual([
    { reason: 'Refund: Paid twice', account: `advertiser:${early.id}`, micros: 100_000_000 },
    { reason: 'Refund: Paid twice', account: 'network:cash', micros: -100_000_000 },
  ]);
  expect(await get('/money', 'early')).toMatchObject({ ahead: 150.5, refund: null });
  expect(await get('/admin/money')).toMatchObject({ cash: before - 100, ahead: 150.5 });
  await expectAllExplained();

  const returned = { reason: 'Account closed' };
  expect((await post(`/refunds/${id}/returned`, returned)).json()).toMatchObject({ state: 'returned' });
  expect((await post(`/refunds/${id}/returned`, returned)).statusCode).toBe(409);
  expect(await get('/admin/money')).toMatchObject({ cash: before, ahead: 250.5 });
  const acts = await server.accounts
    .selectFrom('audit_log')
    .select('action')
    .where('action', 'like', 'refund.%')
    .orderBy('seq')
    .execute();
  const names = new Set(acts.map(({ action }) => action));
  expect([...names]).toEqual([
    ...['refund.proposed', 'refund.approved', 'refund.exported', 'refund.paid', 'refund.returned'],
  ]);
});

test('rejects the approval above the credit balance, and a declined refund stays in the balance', async () => {
  const over: { id: string } = (await pay(sponsor, 85)).json();
  expect(await get('/money', 'sponsor')).toMatchObject({ open: 0, ahead: 25, last: { payment: 'paid' } });
  const refund: Refund = (await propose(sponsor, 25)).json();
  await post(`/payments/${over.id}/withdraw`, { reason: 'Of another account' });
  const refused = await post(`/refunds/${refund.id}/approve`, {}, 'second');
  expect([refused.statusCode, refused.json().error.message]).toEqual([
    409,
    expect.stringContaining('no longer covers this refund'),
  ]);
  expect((await post(`/refunds/${refund.id}/decline`, { reason: 'Nothing is over' })).json()).toMatchObject({
    state: 'declined',
    why: 'Nothing is over',
  });
  expect(await get('/money', 'sponsor')).toMatchObject({ open: 60, ahead: 0, refund: null });
});

test('an overpaid invoice stays paid after the excess is refunded', async () => {
  await pay(sponsor, 90);
  const refund: Refund = (await propose(sponsor, 30)).json();
  await post(`/refunds/${refund.id}/approve`, {}, 'second');
  await post(`/refunds/${refund.id}/paid`, { paid_on: TODAY });
  expect(await get('/money', 'sponsor')).toMatchObject({ open: 0, ahead: 0, last: { payment: 'paid', paid: 100 } });
  expect((await get('/admin/money')).receivable).toBe(0);
});

test('a refund that returns before it was paid was never booked', async () => {
  const { cash } = await get('/admin/money');
  const refund: Refund = (await propose(early, 5)).json();
  await post(`/refunds/${refund.id}/approve`, {}, 'second');
  const returned = await post(`/refunds/${refund.id}/returned`, { reason: 'No such account' });
  expect(returned.json()).toMatchObject({ state: 'returned', why: 'No such account' });
  expect(await get('/admin/money')).toMatchObject({ cash, ahead: 250.5 });
});
