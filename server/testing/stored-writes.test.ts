import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { createBilling } from '../billing/create-billing.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { makeStoredEvent } from '../databases/events/testing/make-stored-event.ts';
import { createNetworkMemory } from '../network/snapshot/network-memory.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { createHangingEvents } from './hanging-events.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet, makeVenue } from './makers.ts';

/** The clock of the events store is the machine's. */
const NOW = Date.now();
const TODAY = new Date(NOW).toISOString().slice(0, 10);
const LAST_MONTH = new Date(Date.UTC(new Date(NOW).getUTCFullYear(), new Date(NOW).getUTCMonth() - 1, 1))
  .toISOString()
  .slice(0, 7);

const store = createHangingEvents();
let server: TestApp;
let headers: Record<'admin' | 'second' | 'owner', { authorization: string }>;
/** Ids by name, of what was there before and of what a step made. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await createTestApp({ wrapEvents: store.wrap, env: { NETWORK_TIME_ZONE: 'UTC' } });
  server.clock.ms = NOW;
  const { accounts, events } = server;
  const owner = await makeCustomer(accounts, { name: 'Harbour Hotel' });
  const sponsor = await makeCustomer(accounts, { kind: 'advertiser', name: 'Brightwater' });
  const venue = await makeVenue(accounts, { customerId: owner.id });
  const outlet = await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id });
  const campaign = await makeCampaign(accounts, { customerId: sponsor.id });
  const flight = await makeFlight(accounts, { campaignId: campaign.id, endsAt: NOW + 30 * DAY_MS });
  const keys = { customerKey: owner.key, outletKey: outlet.key, flightKey: flight.key, campaignKey: campaign.key };
  const money = { amountMicros: 50_000_000, ownerMicros: 15_000_000, advertiserKey: sponsor.key };
  const timestampMs = Date.parse(`${LAST_MONTH}-20T12:00:00Z`);
  await events.insert([makeStoredEvent({ ...keys, ...money, eventId: 1n, timestampMs })]);
  headers = {
    admin: await server.asRole('admin'),
    second: await server.asRole('admin'),
    owner: await server.asRole('property', owner.id),
  };
  const network = createNetworkMemory(accounts);
  const billing = createBilling({ accounts, events, network, config: server.config, now: () => NOW, settleMs: -1_000 });
  await billing.close(LAST_MONTH);
  Object.assign(ids, { owner: owner.id, sponsor: sponsor.id, venue: venue.id, outlet: outlet.id, flight: flight.id });
  for (const name of ['declined', 'accepted']) {
    ids[name] = newId();
    const said = { day: name === 'declined' ? TODAY : '2020-01-01', reason: 'unsigned' as const, words: 'Ours.' };
    await accounts
      .insertInto('objections')
      .values({
        ...{ id: ids[name], customer_id: owner.id, outlet_id: outlet.id, ...said, raised_at: NOW, raised_by: 'Owner' },
        ...{ raised_by_id: null, state: 'open', answer: '', decided_at: null, decided_by: null },
      })
      .execute();
  }
  // What the server reads once and keeps is at hand, as in any server that has run for a while.
  await server.app.inject({ url: '/api/list', headers: headers.admin });
  store.hangs = true;
});
afterAll(() => {
  store.hangs = false;
  return server.close();
});

type Table = keyof AccountsSchema;
type Step = {
  readonly call: string;
  /** The table that has another row afterwards. */
  readonly table: Table;
  readonly body?: () => object | Promise<object>;
  readonly who?: keyof typeof headers;
  /** Keeps the id that is answered under this name. */
  readonly keeps?: string;
};

/** A `:name` of an address is the id of that name; `?version` becomes the row's. */
const addressOf = (url: string) => url.replaceAll(/:([a-z]+)/g, (_, name: string) => ids[name] ?? '');
const once = () => ({ sending_id: newId() });
const picture = () =>
  sharp({ create: { width: 600, height: 600, channels: 3, background: '#334455' } })
    .png()
    .toBuffer();
const rows = async (table: Table) => JSON.stringify(await server.accounts.selectFrom(table).selectAll().execute());
const versionOf = async (id = '') =>
  (await server.accounts.selectFrom('customers').select('updated_at').where('id', '=', id).executeTakeFirstOrThrow())
    .updated_at;
const VENUE = { name: 'Pier', type: 'hotel', address: '', city: '', state: '', time_zone: 'UTC', lat: null, lng: null };
const OUTLET = { label: '', lat: null, lng: null, purchase_price: null, monthly_cost: null };
const USER = { first_name: 'A', last_name: 'B', phone_number: '', role: 'property', disabled: false };
const REPORT = { question: { dimensions: 'venue', metrics: 'views', range: '30d' }, shared: false };
const PAYER = { holder: 'Voltboard', account: '000123456789', bank: '021000021', company_id: '1123456789' };
const CREATIVE = 'name=Tall&seconds=12&target=https%3A%2F%2Fads.example';

const STEPS: readonly Step[] = [
  {
    ...{ call: 'POST /payments', table: 'payments', keeps: 'payment' },
    body: () => ({ customer_id: ids.sponsor, amount: 40, paid_on: TODAY, reference: 'Transfer 7', ...once() }),
  },
  { call: 'POST /payments/:payment/withdraw', table: 'payments', body: () => ({ reason: 'Mistake', ...once() }) },
  {
    ...{ call: 'PUT /payees/:owner', table: 'payees' },
    body: () => ({ holder: 'Harbour Hotel', account: '000123456789', bank: '021000021' }),
  },
  {
    ...{ call: 'PUT /payee', table: 'payees', who: 'owner' },
    body: () => ({ holder: 'Harbour Hotel', account: '000987654321', bank: '021000021' }),
  },
  { call: 'POST /payees/:owner/confirm', table: 'payee_seals', who: 'second', body: () => ({ revision: 2 }) },
  { call: 'POST /payout-runs', table: 'payout_runs', keeps: 'run', body: () => ({ minimum: 1, ...once() }) },
  {
    call: 'POST /payout-runs/:run/decline',
    table: 'payout_runs',
    body: () => ({ reason: 'Not now', ...once() }),
  },
  { call: 'POST /payout-runs', table: 'payout_runs', keeps: 'run', body: () => ({ minimum: 1, ...once() }) },
  { call: 'PUT /payer', table: 'payer_accounts', body: () => PAYER },
  { call: 'POST /payout-runs/:run/approve', table: 'payout_runs', who: 'second', body: once },
  { call: 'POST /payout-runs/:run/paid', table: 'payouts', body: () => ({ paid_on: TODAY, ...once() }) },
  {
    ...{ call: 'POST /adjustments', table: 'adjustments' },
    body: () => ({
      ...{ owner_id: null, advertiser_id: ids.sponsor, amount: -5, owner_amount: 0, reason: 'Courtesy', ...once() },
    }),
  },
  {
    ...{ call: 'PUT /admin/letterhead', table: 'letterheads' },
    body: () => ({ name: 'Volt', address: 'Pier 1', tax_id: '', contact: '', payment: '', logo: null, since: null }),
  },
  {
    ...{ call: 'POST /admin/rate-card', table: 'rate_card' },
    body: () => ({ model: 'cpc', venue_type: null, price: 0.25 }),
  },
  {
    ...{ call: 'POST /admin/traffic-rules', table: 'traffic_rules' },
    body: () => ({ visitor_seconds: 900, outlet_pace: true, data_centre: false, silent_minutes: null }),
  },
  { call: 'POST /objections/:declined/decline', table: 'objections', body: () => ({ reason: 'Checked.' }) },
  { call: 'POST /saved-reports', table: 'saved_reports', keeps: 'report', body: () => ({ ...REPORT, name: 'R' }) },
  {
    ...{ call: 'PUT /saved-reports/:report', table: 'saved_reports' },
    body: () => ({ ...REPORT, name: 'Renamed', version: 0 }),
  },
  { call: 'POST /saved-reports/:report/links', table: 'report_links', keeps: 'link', body: () => ({}) },
  { call: 'DELETE /saved-reports/:report', table: 'saved_reports' },
  { call: 'POST /report-marks', table: 'report_marks', body: () => ({ day: TODAY, words: 'Opening day' }) },
  { call: `POST /flights/:flight/creatives?${CREATIVE}`, table: 'creatives', body: picture },
  { call: 'PUT /house-picture?seconds=12&cid=:owner', table: 'house_pictures', body: picture },
  { call: 'DELETE /house-picture?cid=:owner', table: 'house_pictures' },
  {
    ...{ call: 'PUT /creative-policy', table: 'customers', who: 'owner' },
    body: async () => ({ review_each: true, blocked_categories: [], version: await versionOf(ids.owner) }),
  },
  {
    ...{ call: 'POST /admin/customers', table: 'customers', keeps: 'customer' },
    body: () => ({ name: 'Pier House', category: 'hotel', billing_address: '', tax_id: '', kind: 'property' }),
  },
  {
    ...{ call: 'POST /admin/customers/:owner/shares', table: 'owner_shares' },
    body: () => ({ share: '35%', from: '2999-01-01' }),
  },
  { call: 'POST /admin/customers/:owner/venues', table: 'venues', body: () => VENUE },
  {
    ...{ call: 'POST /admin/outlets', table: 'outlets' },
    body: () => ({
      eui: 'aa000000000000f1',
      ...OUTLET,
      customer_id: ids.owner,
      venue_id: ids.venue,
      from: '2026-01-01',
    }),
  },
  { call: 'POST /admin/keys', table: 'access_keys', keeps: 'key', body: () => ({ outlet_id: ids.outlet, label: '' }) },
  {
    ...{ call: 'POST /users', table: 'users', keeps: 'user' },
    body: () => ({ ...USER, email: 'new@harbour.example', customer_id: ids.owner, invite: false }),
  },
  {
    call: 'PUT /alert-rules',
    table: 'alert_quiet_hours',
    body: () => ({ rules: [], quiet: { from: 1_320, to: 420, time_zone: 'UTC' } }),
  },
];

test.each(STEPS)('$call is stored and answered while the events store hangs', async ({ call, table, ...step }) => {
  const [method = '', url = ''] = call.split(' ');
  const before = await rows(table);
  const body = await step.body?.();
  const isPicture = Buffer.isBuffer(body);
  const answer = await server.app.inject({
    ...{ method: method as 'POST', url: `/api${addressOf(url)}` },
    headers: { ...headers[step.who ?? 'admin'], ...(isPicture ? { 'content-type': 'image/png' } : {}) },
    ...(body === undefined ? {} : { payload: isPicture ? body : (body as object) }),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await rows(table)).not.toBe(before);
  const told = answer.json();
  if (step.keeps !== undefined) ids[step.keeps] = told.id ?? told.key?.id ?? '';
});

test('an objection is accepted only where what it is about is known: 503 before anything is stored', async () => {
  const before = await rows('objections');
  const url = `/api/objections/${ids.accepted}/accept`;
  const answer = await server.app.inject({ method: 'POST', url, headers: headers.admin, payload: { reason: 'So.' } });
  expect(answer.statusCode, answer.body).toBe(503);
  expect(answer.headers['retry-after']).toBe('10');
  expect(await rows('objections')).toBe(before);
});
