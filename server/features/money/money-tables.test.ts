import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet, makeVenue } from '../../testing/makers.ts';
import { createTestBilling } from '../../testing/test-billing.ts';

let server: TestApp;
let headers: { authorization: string };
let ownerHeaders: { authorization: string };

/** The events store uses the machine's clock. */
const NOW = Date.now();
const LAST = new Date(Date.UTC(new Date(NOW).getUTCFullYear(), new Date(NOW).getUTCMonth() - 1, 20));
const MONTH = LAST.toISOString().slice(0, 7);

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  server.clock.ms = NOW;
  const { accounts, events } = server;
  const owner = await makeCustomer(accounts, { name: 'Harbour Hotel' });
  const tea = await makeCustomer(accounts, { kind: 'advertiser', name: 'Lantern Tea' });
  const cola = await makeCustomer(accounts, { kind: 'advertiser', name: 'Volt Cola' });
  const venue = await makeVenue(accounts, { customerId: owner.id, name: 'Lobby' });
  const outlet = await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id, eui: 'aa000000000000f1' });
  for (const [at, { id, key }] of [tea, cola].entries()) {
    const campaign = await makeCampaign(accounts, { customerId: id, name: `Campaign ${at}` });
    const flight = await makeFlight(accounts, { campaignId: campaign.id, code: `FLIGHT-${at}` });
    await events.insert([
      makeStoredEvent({
        customerKey: owner.key,
        outletKey: outlet.key,
        advertiserKey: key,
        campaignKey: campaign.key,
        flightKey: flight.key,
        eventId: BigInt(at + 1),
        timestampMs: LAST.getTime() + at,
        amountMicros: 50_000_000,
        ownerMicros: 15_000_000,
      }),
    ]);
  }
  headers = await server.asRole('admin');
  ownerHeaders = await server.asRole('property', owner.id);
  await (await createTestBilling(server, NOW)).close(MONTH);
  const admin = await accounts.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirstOrThrow();
  const told = { entered_by_id: admin.id, withdrawn_by_id: null, why_withdrawn: '', withdrawn_at: null };
  await accounts
    .insertInto('payments')
    .values([
      {
        ...told,
        id: newId(),
        customer_id: tea.id,
        amount_cents: 1_250,
        paid_on: '2026-11-02',
        reference: 'Transfer 7',
        entered_at: 3,
      },
      {
        ...told,
        id: newId(),
        customer_id: cola.id,
        amount_cents: 4_000,
        paid_on: '2026-11-01',
        reference: 'TEA party',
        entered_at: 2,
      },
      {
        ...told,
        id: newId(),
        customer_id: cola.id,
        amount_cents: 9_900,
        paid_on: '2026-11-03',
        reference: 'Wrong',
        entered_at: 1,
        withdrawn_at: 4,
        withdrawn_by_id: admin.id,
        why_withdrawn: 'Twice',
      },
    ])
    .execute();
});
afterAll(() => server.close());

const get = (url: string, who = headers) => server.app.inject({ url: `/api${url}`, headers: who });
const amounts = async (query: string) => {
  const page = (await get(`/payments?${query}`)).json<{ data: { amount: number }[]; totals: { amount: number } }>();
  return [page.data.map(({ amount }) => amount), page.totals.amount];
};

test('payments are searched, filtered, sorted and summed without the reversed ones', async () => {
  expect(await amounts('')).toEqual([[12.5, 40, 99], 52.5]);
  expect(await amounts('sort=amount&limit=25')).toEqual([[12.5, 40, 99], 52.5]);
  expect((await amounts('sort=-customer&limit=2'))[1]).toBe(52.5);
  expect(await amounts('sort=paid_on&limit=1')).toEqual([[40], 52.5]);
  // Finds the name of one advertiser and the reference of another.
  expect(await amounts('q=tea&sort=amount')).toEqual([[12.5, 40], 52.5]);
  expect(await amounts('state=reversed')).toEqual([[99], 0]);
  expect((await get('/payments?sort=password')).statusCode).toBe(400);
});

test('a file has all rows that match in the order shown, without the hidden columns', async () => {
  const file = await get('/payments?format=csv&sort=amount&state=recorded&limit=1&hide=entered_at,entered_by,unknown');
  expect(file.headers['content-disposition']).toBe('attachment; filename="voltboard-payments.csv"');
  expect(file.body.replace('\ufeff', '').trim().split('\r\n')).toEqual([
    'customer,amount,paid_on,reference,state,why_reversed',
    'Lantern Tea,12.50,2026-11-02,Transfer 7,recorded,',
    'Volt Cola,40.00,2026-11-01,TEA party,recorded,',
  ]);
  const all = 'customer,amount,paid_on,reference,entered_at,entered_by,state,why_reversed';
  expect((await get(`/payments?format=csv&hide=${all}`)).statusCode).toBe(400);
});

test('the lists of runs, refunds, adjustments and accounts take a search, an order and a filter', async () => {
  for (const url of [
    '/payout-runs?sort=-total&state=approved',
    '/refunds?q=tea&sort=customer&state=paid',
    '/adjustments?q=goodwill&sort=reason',
    '/payees?q=harbour',
  ])
    expect((await get(url)).json(), url).toMatchObject({ data: [], total: 0 });
});

test('documents are found by customer, number and kind, and summed', async () => {
  type Listed = { data: { number: string; customer: { name: string }; total: number }[]; totals: { total: number } };
  const find = async (query: string, who = headers) => {
    const { data, totals } = (await get(`/documents?${query}`, who)).json<Listed>();
    return [data.map(({ customer }) => customer.name), totals.total];
  };
  expect(await find('title=invoice&sort=-customer')).toEqual([['Volt Cola', 'Lantern Tea'], 100]);
  expect(await find('title=statement')).toEqual([['Harbour Hotel'], 30]);
  expect(await find('title=credit_note')).toEqual([[], 0]);
  expect(await find('q=tea')).toEqual([['Lantern Tea'], 50]);
  expect(await find('q=S-000001')).toEqual([['Harbour Hotel'], 30]);
  // An owner's list also has the running month, which is not final.
  const [names] = await find(`title=statement&month=${MONTH}`, ownerHeaders);
  expect(names).toEqual(['Harbour Hotel']);
  const file = await get('/documents?format=csv&title=statement&hide=final_at', ownerHeaders);
  expect(file.body).toContain(`${MONTH},Harbour Hotel,Statement,S-000001,30,`);
});
