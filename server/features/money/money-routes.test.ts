import { v7 as newId } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet, makeVenue } from '../../testing/makers.ts';
import { createTestBilling } from '../../testing/test-billing.ts';
import { centsOf } from './keep-payments.ts';
import { confirmADayEarlier } from './testing/confirm-a-day-earlier.ts';
import { explainedMoney } from './testing/explained-money.ts';

let server: TestApp;
let headers: Record<'owner' | 'sponsor' | 'admin' | 'second', { authorization: string }>;
let owner: { id: string; key: number };
let sponsor: { id: string; key: number };
let verify: () => Promise<{ readonly faults: readonly string[] }>;

/** The events store uses the machine's clock. */
const NOW = Date.now();
const month = (back: number): string => {
  const now = new Date(NOW);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
};
/** The id that the outlet sent with the first event. */
const SENT_ID = '01900000-0000-7000-8000-0000000000f1';
const LAST = month(1);
const PAYER = { PAYER_NAME: 'Voltboard', PAYER_ACCOUNT: '000123456789', PAYER_BANK: '021000021' };
const COMPANY_ID = '1123456789';
const TODAY = new Date(NOW).toISOString().slice(0, 10);

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC', ...PAYER } });
  server.clock.ms = NOW;
  const { accounts, events } = server;
  owner = await makeCustomer(accounts, { name: 'Harbour Hotel' });
  sponsor = await makeCustomer(accounts, { kind: 'advertiser', name: 'Brightwater' });
  const venue = await makeVenue(accounts, { customerId: owner.id, name: 'Lobby' });
  const outlet = await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id, eui: 'aa000000000000f1' });
  const campaign = await makeCampaign(accounts, { customerId: sponsor.id, name: 'Spring' });
  const flight = await makeFlight(accounts, { campaignId: campaign.id, code: 'SPRING-1' });
  const keys = { customerKey: owner.key, outletKey: outlet.key, flightKey: flight.key, campaignKey: campaign.key };
  const inLast = Date.parse(`${LAST}-20T12:00:00Z`);
  await events.insert(
    [1n, 2n].map((eventId) =>
      makeStoredEvent({
        ...keys,
        advertiserKey: sponsor.key,
        eventId,
        timestampMs: inLast + Number(eventId),
        amountMicros: 50_000_000,
        ownerMicros: 15_000_000,
        sentId: eventId === 1n ? SENT_ID : '',
      }),
    ),
  );
  headers = {
    owner: await server.asRole('property', owner.id),
    sponsor: await server.asRole('advertiser', sponsor.id),
    admin: await server.asRole('admin'),
    second: await server.asRole('admin'),
  };
  const billing = await createTestBilling(server, NOW);
  await billing.close(LAST);
  verify = () => billing.verify();
  // The environment of an earlier version had no company ID.
  expect(
    (
      await putPayer({
        holder: PAYER.PAYER_NAME,
        account: PAYER.PAYER_ACCOUNT,
        bank: PAYER.PAYER_BANK,
        company_id: COMPANY_ID,
      })
    ).statusCode,
  ).toBe(200);
});
afterAll(() => server.close());

const get = async (url: string, who: keyof typeof headers = 'admin') =>
  (await server.app.inject({ url: `/api${url}`, headers: headers[who] })).json();
/** Uses a new sending id unless the wish contains one. */
const post = (url: string, wish: object, who: keyof typeof headers = 'admin') => {
  const payload = { sending_id: newId(), ...wish };
  return server.app.inject({ method: 'POST', url: `/api${url}`, headers: headers[who], payload });
};

const putPayer = (payload: object) =>
  server.app.inject({ method: 'PUT', url: '/api/payer', headers: headers.admin, payload });

const { expectExplained, expectAllExplained } = explainedMoney(get);
// Covers all earlier payments, withdrawals, credits and returns.
afterEach(expectAllExplained);

test('explains open amounts to administrators by customer and document, and a document to its reader', async () => {
  const told = await expectExplained('figure=receivable', 100);
  expect(told).toMatchObject({ by: 'customer', unit: 'micro-dollars', choices: ['customer'] });
  expect(told.parts).toEqual([
    { id: sponsor.id, label: 'Brightwater', kind: null, events: 1, each: null, amount: '100000000' },
  ]);
  const ofOne = await expectExplained(`figure=receivable&cid=${sponsor.id}`, 100);
  const invoice = `invoice-${LAST}-${sponsor.id}`;
  expect(ofOne.parts).toMatchObject([{ id: invoice, label: expect.stringMatching(/^Invoice I-000001, /), events: 1 }]);
  const total = await expectExplained(`document=${invoice}`, 100, 'sponsor');
  expect(total.parts).toEqual([
    { id: '0', label: 'Spring · SPRING-1', kind: null, events: 2, each: null, amount: '100000000' },
  ]);
  const statement = await expectExplained(`document=statement-${LAST}-${owner.id}`, 30, 'owner');
  expect(statement.parts).toMatchObject([{ label: 'Lobby · AA000000000000F1', events: 2, amount: '30000000' }]);
  // Neither contains the other side's amount.
  for (const [answer, other] of [
    [total, '30000000'],
    [statement, '100000000'],
  ] as const)
    expect(JSON.stringify(answer)).not.toContain(other);
  const statusOf = async (query: string, who: keyof typeof headers) =>
    (await server.app.inject({ url: `/api/explain?${query}`, headers: headers[who] })).statusCode;
  // Each side sees what it owes or is owed, by document, and nothing about others.
  const owes = await expectExplained('figure=receivable', 100, 'sponsor');
  expect(owes).toMatchObject({ by: 'document', parts: [{ id: invoice, amount: '100000000' }] });
  expect(await expectExplained('figure=payable', 30, 'owner')).toMatchObject({
    by: 'document',
    parts: [{ events: 1 }],
  });
  for (const query of ['figure=payable', `figure=receivable&cid=${owner.id}`, `figure=billed&month=${LAST}`])
    expect(await statusOf(query, 'sponsor')).toBe(403);
  for (const query of ['figure=receivable', 'figure=overdue', `figure=owed&month=${LAST}`, 'figure=in_payout'])
    expect(await statusOf(query, 'owner')).toBe(403);
  expect(await statusOf(`document=${invoice}`, 'owner')).toBe(404);
  for (const wrong of ['range=7d', 'known_on=2026-01-01', 'by=flight', `document=${invoice}`, 'filters={}', 'line=0'])
    expect(await statusOf(`figure=overdue&${wrong}`, 'admin'), wrong).toBe(400);
  for (const wrong of ['', `month=${LAST}&by=customer`, `month=${LAST}&cid=${sponsor.id}`, `month=${LAST}&range=7d`])
    expect(await statusOf(`figure=billed&${wrong}`, 'admin'), wrong).toBe(400);
  for (const wrong of [`figure=in_payout&month=${LAST}`, 'figure=payment', `figure=payout&of=${newId()}&by=customer`])
    expect(await statusOf(wrong, 'admin'), wrong).toBe(400);
  for (const figure of ['payment', 'payout', 'payout_run']) {
    expect(await statusOf(`figure=${figure}&of=${newId()}`, 'admin')).toBe(404);
    expect(await statusOf(`figure=${figure}&of=${newId()}`, 'owner')).toBe(403);
  }
  expect(await statusOf(`document=${invoice}&by=flight`, 'admin')).toBe(400);
  expect(await statusOf(`document=${invoice}&cursor=nonsense`, 'admin')).toBe(400);
});

test('before any payment, shows what the owner is owed, and what the advertiser owes and when', async () => {
  const earned = await get('/money', 'owner');
  expect(earned).toMatchObject({ kind: 'statement', open: 30, overdue: 0, month: { month: month(0), so_far: 0 } });
  expect(earned.next).toEqual({ amount: 30, due_at: null, state: 'waiting' });
  const owed = await get('/money', 'sponsor');
  expect(owed).toMatchObject({ kind: 'invoice', open: 100, last: { payment: 'open', paid: 0 } });
  expect(owed.next).toEqual({ amount: 100, due_at: owed.last.due_at, state: 'due' });
  expect(await get('/admin/money')).toMatchObject({ receivable: 100, overdue: 0, payable: 30, cash: 0, revenue: 70 });
});

test('enters a partial payment once, withdraws it, and enters it again', async () => {
  const wish = { customer_id: sponsor.id, amount: 40, paid_on: TODAY, reference: 'Transfer 7' };
  expect((await post('/payments', { ...wish, customer_id: owner.id })).statusCode).toBe(400);
  expect((await post('/payments', { ...wish, amount: 0.001 })).statusCode).toBe(400);
  expect(centsOf(134217728.2, 'amount')).toBe(13_421_772_820);
  // PostgreSQL cannot store NUL, and people do not see these characters.
  for (const reference of ['\u0000', 'Transfer\u0000', 'Transfer\u202e'])
    expect((await post('/payments', { ...wish, reference })).json().error.fields).toHaveProperty('reference');
  expect((await post('/payments', { ...wish, paid_on: '2999-01-01' })).statusCode).toBe(400);
  const entered = (await post('/payments', wish)).json();
  expect((await post('/payments', wish)).statusCode).toBe(409);
  expect(await get('/money', 'sponsor')).toMatchObject({ open: 60, last: { payment: 'part', paid: 40 } });
  const back = (id: string) => post(`/payments/${id}/withdraw`, { reason: 'Of another account' });
  const unseen = await post(`/payments/${entered.id}/withdraw`, { reason: 'Mistake\u0000' });
  expect(unseen.json().error.fields).toHaveProperty('reason');
  expect((await back(entered.id)).json()).toMatchObject({ why_withdrawn: 'Of another account' });
  expect((await back(entered.id)).statusCode).toBe(409);
  expect(await get('/money', 'sponsor')).toMatchObject({ open: 100, last: { payment: 'open' } });
  expect((await post('/payments', wish)).statusCode).toBe(200);
  expect(await get('/admin/money')).toMatchObject({ receivable: 60, cash: 40 });
  expect((await get('/payments')).total).toBe(2);
});

test('a second administrator approves a run, no owner is paid twice, and a returned payout is paid again', async () => {
  expect((await post('/payout-runs', { minimum: 31 })).statusCode).toBe(409);
  const run = (await post('/payout-runs', { minimum: 10 })).json();
  expect(run).toMatchObject({ number: 1, state: 'proposed', total: 30, payouts: 1, waiting: 1, may_approve: false });
  expect((await post('/payout-runs', { minimum: 0 })).statusCode).toBe(409);
  expect((await post(`/payout-runs/${run.id}/approve`, {})).statusCode).toBe(403);
  expect((await post(`/payout-runs/${run.id}/paid`, { paid_on: TODAY })).statusCode).toBe(409);
  expect((await post(`/payout-runs/${run.id}/approve`, {}, 'second')).json()).toMatchObject({
    state: 'approved',
  });
  expect((await post(`/payout-runs/${run.id}/decline`, { reason: 'late' }, 'second')).statusCode).toBe(409);
  expect((await get('/money', 'owner')).next).toEqual({ amount: 30, due_at: null, state: 'approved' });
  const file = await server.app.inject({ url: `/api/payout-runs/${run.id}/export`, headers: headers.admin });
  expect(file.body).toContain(`${owner.id},Harbour Hotel,30.00,USD,approved`);
  const order = () =>
    server.app.inject({ url: `/api/payout-runs/${run.id}/export?format=xml`, headers: headers.admin });
  expect((await order()).json().error.message).toContain('payout account of Harbour Hotel first');
  const [payout] = (await get(`/payout-runs/${run.id}/payouts`)).data;
  expect((await post(`/payouts/${payout.id}/paid`, { paid_on: TODAY })).json()).toMatchObject({ state: 'paid' });
  expect((await post(`/payouts/${payout.id}/paid`, { paid_on: TODAY })).statusCode).toBe(409);
  // Another process, whose clock lags behind, also counts the payout as paid.
  server.clock.ms -= MINUTE_MS;
  expect((await post('/payout-runs', { minimum: 0 })).statusCode).toBe(409);
  server.clock.ms += MINUTE_MS;
  expect(await get('/money', 'owner')).toMatchObject({ open: 0, next: null, last: { payment: 'paid', paid: 30 } });
  expect(await get('/admin/money')).toMatchObject({ payable: 0, cash: 10 });
  const returned = { reason: 'Account closed' };
  expect((await post(`/payouts/${payout.id}/returned`, returned)).json()).toMatchObject({ state: 'returned' });
  expect((await post(`/payouts/${payout.id}/returned`, returned)).statusCode).toBe(409);
  expect((await order()).json().error.message).toBe('All payouts of this run are already paid or returned.');
  expect(await get('/admin/money')).toMatchObject({ payable: 30, cash: 40 });
  const again = (await post('/payout-runs', { minimum: 0 })).json();
  expect(again).toMatchObject({ number: 2, total: 30 });
  await orderOf(again.id);
  const declined = await post(`/payout-runs/${again.id}/decline`, { reason: 'Not now' });
  expect(declined.json()).toMatchObject({ state: 'declined', waiting: 0 });
  // A returned payout that was never marked as paid does not change the books, because they never contained it.
  const third = (await post('/payout-runs', { minimum: 0 })).json();
  await post(`/payout-runs/${third.id}/approve`, {}, 'second');
  const [unpaid] = (await get(`/payout-runs/${third.id}/payouts`)).data;
  expect((await post(`/payouts/${unpaid.id}/returned`, returned)).json()).toMatchObject({ state: 'returned' });
  expect(await get('/admin/money')).toMatchObject({ payable: 30, cash: 40 });
});

/**
 * Checks the bank file of a run that awaits approval. The file requires accounts, and excludes administrators who have
 * changed one since the proposal.
 */
async function orderOf(id: string): Promise<void> {
  const put = (payload: object, customerId = owner.id) =>
    server.app.inject({ method: 'PUT', url: `/api/payees/${customerId}`, headers: headers.admin, payload });
  const account = { holder: 'Harbour Hotel Ltd', account: 'DE89 3704 0044 0532 0130 00', bank: 'DEUTDEFF' };
  expect((await put({ ...account, account: 'DE88370400440532013000' })).json().error.fields).toHaveProperty('account');
  expect((await put({ ...account, bank: '021000022' })).json().error.fields).toHaveProperty('bank');
  expect((await put({ ...account, holder: 'Hotel\u0000' })).json().error.fields).toHaveProperty('holder');
  expect((await put(account, sponsor.id)).statusCode).toBe(400);
  expect((await put(account)).json()).toMatchObject({ account: '•••• 3000', bank: 'DEUTDEFF' });
  expect((await get('/payees')).data).toHaveLength(1);
  server.clock.ms += 1_000;
  const order = (who: 'admin' | 'second', format = 'xml') =>
    server.app.inject({ url: `/api/payout-runs/${id}/export?format=${format}`, headers: headers[who] });
  expect((await order('second')).statusCode).toBe(409);
  await server.accounts
    .updateTable('payout_runs')
    .set({ state: 'approved', decided_at: server.clock.ms })
    .where('id', '=', id)
    .execute();
  await server.accounts.updateTable('payouts').set({ state: 'approved' }).where('run_id', '=', id).execute();
  const confirm = async (revision: number) => {
    const confirmed = await server.app.inject({
      method: 'POST',
      url: `/api/payees/${owner.id}/confirm`,
      payload: { revision },
      headers: await server.asRole('admin'),
    });
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    expect((await order('second')).json().error.message).toContain('changed account of Harbour Hotel start on');
    await confirmADayEarlier(server);
  };
  expect((await order('second')).json().error.message).toContain('Enter and confirm');
  await confirm(1);
  // An administrator who wrote the account since the proposal can't download its bank file, in any format.
  const refusal = 'changed the payout account of Harbour Hotel after this was proposed, so another';
  for (const format of ['xml', 'csv']) expect((await order('admin', format)).json().error.message).toContain(refusal);
  expect((await order('second', 'csv')).body).toContain('DE89370400440532013000');
  const file = await order('second');
  expect(file.headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'content-disposition': 'attachment; filename="payout-run-2.xml"',
  });
  expect(file.body).toContain('<IBAN>DE89370400440532013000</IBAN>');
  expect(file.body).toContain('<InstdAmt Ccy="USD">30.00</InstdAmt>');
  expect((await get(`/payout-runs/${id}/payouts`)).data[0]).toMatchObject({ account: '•••• 3000' });
  server.clock.ms += 1_000;
  // Writing the same account again is not a change.
  await put(account);
  expect((await order('second')).body).toBe(file.body);
  await put({ ...account, account: 'GB82WEST12345698765432' });
  await confirm(3);
  expect((await order('admin')).json().error.message).toContain(refusal);
  expect((await order('second')).body).toContain('<IBAN>GB82WEST12345698765432</IBAN>');
  expect(JSON.stringify((await get('/audit?limit=100')).data)).not.toContain('WEST12345698765432');
  await server.accounts
    .updateTable('payout_runs')
    .set({ state: 'proposed', decided_at: null })
    .where('id', '=', id)
    .execute();
  await server.accounts.updateTable('payouts').set({ state: 'proposed' }).where('run_id', '=', id).execute();
}

test('an adjustment of either side becomes a line of the next documents, and is booked immediately', async () => {
  const wish = { owner_id: owner.id, advertiser_id: null, amount: 0, owner_amount: 2.5, reason: 'Goodwill' };
  expect((await post('/adjustments', { ...wish, owner_id: null })).statusCode).toBe(400);
  expect((await post('/adjustments', { ...wish, owner_amount: 0 })).statusCode).toBe(400);
  expect((await post('/adjustments', { ...wish, owner_id: sponsor.id })).statusCode).toBe(400);
  const made = (await post('/adjustments', wish)).json();
  expect(made).toMatchObject({
    owner: { name: 'Harbour Hotel' },
    advertiser: null,
    owner_amount: 2.5,
    documented: false,
  });
  expect((await post('/adjustments', { ...wish, reason: 'Good\u0000will' })).json().error.fields).toHaveProperty(
    'reason',
  );
  const both = { owner_id: owner.id, advertiser_id: sponsor.id, amount: -10, owner_amount: -3 };
  const about = { eui: 'AA000000000000F1', day: `${LAST}-20`, reason: 'Dark that day' };
  expect((await post('/adjustments', { ...both, ...about })).json()).toMatchObject({ amount: -10, owner_amount: -3 });
  const next = await get(`/documents/statement-${month(0)}-${owner.id}`, 'owner');
  expect(next.lines).toEqual([
    expect.objectContaining({ kind: 'adjustment', month: LAST, part: 'Lobby', micros: '-3000000' }),
    expect.objectContaining({ kind: 'adjustment', month: month(0), item: 'Goodwill', micros: '2500000' }),
  ]);
  expect((await get('/adjustments')).total).toBe(2);
  expect((await verify()).faults).toEqual([]);
});

test('an adjustment names only an outlet that the owner had on its day', async () => {
  const [other, moved] = [await makeCustomer(server.accounts), new Date(NOW).toISOString().slice(0, 10)];
  const wish = { owner_id: other.id, advertiser_id: null, amount: 0, owner_amount: 1, reason: 'Dark' };
  const about = { eui: 'AA000000000000F1', day: null as string | null };
  const wrong = async (over: object) =>
    (await post('/adjustments', { ...wish, ...about, ...over })).json().error.fields;
  expect(await wrong({})).toEqual({ eui: 'This outlet never belonged to this owner.' });
  expect(await wrong({ owner_id: null, owner_amount: 0, advertiser_id: sponsor.id, amount: 1 })).toHaveProperty(
    'owner_id',
  );
  await server.accounts
    .updateTable('outlet_assignments')
    .set({ to_at: Date.parse(moved) })
    .where('customer_id', '=', owner.id)
    .execute();
  expect(await wrong({ owner_id: owner.id, day: moved })).toEqual({
    eui: 'This outlet didn’t belong to this owner on that day.',
  });
  await server.accounts
    .updateTable('outlet_assignments')
    .set({ to_at: null })
    .where('customer_id', '=', owner.id)
    .execute();
});

test('a repeated request executes once and gets the first response again', async () => {
  const { accounts } = server;
  const books = async () => JSON.stringify(await accounts.selectFrom('ledger_entries').select('hash').execute());
  /**
   * Sends concurrently and again later. Then sends with the same sending id: another request, and another
   * administrator.
   */
  const once = async (url: string, wish: object, other: object, who: 'admin' | 'second' = 'admin') => {
    const sent = { ...wish, sending_id: newId() };
    const both = await Promise.all([post(url, sent, who), post(url, sent, who)]);
    const left = await books();
    const again = await post(url, sent, who);
    for (const answer of [...both, again])
      expect(answer, answer.body).toMatchObject({ statusCode: 200, body: both[0]?.body });
    expect((await post(url, { ...sent, ...other }, who)).statusCode, url).toBe(
      Object.keys(other).length === 0 ? 200 : 409,
    );
    expect((await post(url, sent, who === 'admin' ? 'second' : 'admin')).statusCode, url).toBe(409);
    expect(await books(), url).toBe(left);
    return again.json();
  };
  const count = async () => (await get('/adjustments')).total + (await get('/payments')).total;
  const before = await count();
  const goodwill = { owner_id: owner.id, advertiser_id: null, amount: 0, owner_amount: 40, reason: 'Goodwill again' };
  await once('/adjustments', goodwill, { owner_amount: 41 });
  const paid = { customer_id: sponsor.id, amount: 1, paid_on: TODAY, reference: 'Twice' };
  const payment = await once('/payments', paid, { amount: 2 });
  expect(await count()).toBe(before + 2);
  await once(`/payments/${payment.id}/withdraw`, { reason: 'Wrong' }, { reason: 'Other' });
  // A repetition that arrives after the withdrawal does not enter the payment again.
  const late = { ...paid, reference: 'Late', sending_id: newId() };
  const { id } = (await post('/payments', late)).json();
  await post(`/payments/${id}/withdraw`, { reason: 'Wrong' });
  expect((await post('/payments', late)).json()).toMatchObject({ id, why_withdrawn: 'Wrong' });
  const run = await once('/payout-runs', { minimum: 1 }, { minimum: 2 });
  await once(`/payout-runs/${run.id}/approve`, {}, {}, 'second');
  const [payout] = (await get(`/payout-runs/${run.id}/payouts`)).data;
  await once(`/payouts/${payout.id}/paid`, { paid_on: TODAY }, { paid_on: '2026-01-01' });
  await once(`/payouts/${payout.id}/returned`, { reason: 'Closed' }, { reason: 'Other' });
  const next = await once('/payout-runs', { minimum: 1 }, { minimum: 2 });
  await post(`/payout-runs/${next.id}/approve`, {}, 'second');
  await once(`/payout-runs/${next.id}/paid`, { paid_on: TODAY }, { paid_on: '2026-01-01' });
  expect((await verify()).faults).toEqual([]);
});

test('a line of a document opens to its events, within the scope of the reader', async () => {
  const line = `/documents/statement-${LAST}-${owner.id}/lines/0/events`;
  const opened = await get(line, 'owner');
  expect(opened).toMatchObject({ total: 2, page: 1 });
  // The id that the outlet sent with the second event is unknown.
  const said = { kind: 'view', micros: '15000000' };
  expect(opened.data).toEqual([
    { at: `${LAST}-20T12:00:00.001Z`, id: SENT_ID, ...said },
    { at: `${LAST}-20T12:00:00.002Z`, id: '', ...said },
  ]);
  const invoice = `/documents/invoice-${LAST}-${sponsor.id}/lines/0/events`;
  expect((await get(invoice, 'sponsor')).data[0]).toMatchObject({ micros: '50000000' });
  const stranger = await server.app.inject({ url: `/api${line}`, headers: headers.sponsor });
  expect(stranger.statusCode).toBe(404);
  const beyond = await server.app.inject({ url: `/api${line.replace('/0/', '/99/')}`, headers: headers.owner });
  expect(beyond.statusCode).toBe(404);
});

test('the check reports a payment that the books do not have', async () => {
  const id = newId();
  await server.accounts
    .insertInto('payments')
    .values({
      id,
      customer_id: sponsor.id,
      amount_cents: 100,
      paid_on: TODAY,
      reference: 'None',
      entered_at: NOW,
      entered_by_id: 'x',
      withdrawn_at: null,
      withdrawn_by_id: null,
      why_withdrawn: '',
    })
    .execute();
  expect((await verify()).faults).toEqual([
    `The ledger has 0 micro-dollars of cash for 'payment ${id}', but the record has 1000000.`,
  ]);
});
