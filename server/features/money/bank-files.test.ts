import { v7 as newId } from 'uuid';
import { afterEach, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer } from '../../testing/makers.ts';
import { confirmADayEarlier } from './testing/confirm-a-day-earlier.ts';
import { payInto } from './testing/pay-into.ts';

let server: TestApp;
afterEach(() => server.close());
type Who = 'admin' | 'second';
let headers: Record<Who, { authorization: string }>;

const GERMAN = { account: 'DE89370400440532013000', bank: 'DEUTDEFF' };
const AMERICAN = { account: '000123456789', bank: '021000021' };
const COMPANY_ID = '1123456789';
const MONTHS = ['2026-09', '2026-10'];
const FINAL_AT = Date.UTC(2026, 10, 6);

async function signIn() {
  headers = { admin: await server.asRole('admin'), second: await server.asRole('admin') };
}
async function open(env: Record<string, string>) {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC', ...env } });
  await signIn();
  for (const month of MONTHS)
    await server.accounts
      .insertInto('billing_months')
      .values({
        month,
        from_at: 0,
        to_at: FINAL_AT,
        holder: null,
        cut_off_at: null,
        read_at: FINAL_AT,
        final_at: FINAL_AT,
        looked_until: null,
      })
      .execute();
}
const call = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object, who: Who = 'admin') =>
  server.app.inject({ method, url: `/api${url}`, headers: headers[who], ...(payload ? { payload } : {}) });
const post = (url: string, wish: object = {}, who: Who = 'admin') =>
  call('POST', url, { sending_id: newId(), ...wish }, who);
const payerOf = (over: object) => call('PUT', '/payer', { holder: 'Ströme & Söhne', ...over });

/** Creates an owner with an account and two final statements, whose totals differ by a cent. */
async function makeOwner(name: string, place: Omit<Parameters<typeof payInto>[2], 'holder'>) {
  const owner = await makeCustomer(server.accounts, { name });
  const count = await server.accounts.selectFrom('documents').selectAll().execute();
  const document = {
    kind: 'statement' as const,
    customer_id: owner.id,
    customer_key: owner.key,
    final_at: FINAL_AT,
    customer_address: '',
    customer_tax_id: '',
    currency: 'USD',
    time_zone: 'UTC',
    carried_micros: 0,
    cut_off_at: FINAL_AT,
    due_at: null,
    layout: 1,
    pdf_sha256: null,
    letterhead_id: null,
  };
  for (const [at, month] of MONTHS.entries())
    await server.accounts
      .insertInto('documents')
      .values({
        ...document,
        id: `statement-${month}-${owner.id}`,
        month,
        number: count.length + at + 1,
        customer_name: name,
        total_cents: 1_500 + at,
      })
      .execute();
  await payInto(server, owner.id, { holder: name, ...place });
  return owner;
}

async function approvedRun(): Promise<string> {
  const { id } = (await post('/payout-runs', { minimum: 0 })).json();
  const answer = await post(`/payout-runs/${id}/approve`, {}, 'second');
  expect(answer.statusCode, answer.body).toBe(200);
  return id;
}
const fileOf = async (run: string, query = 'format=bank') =>
  call('GET', `/payout-runs/${run}/export?${query}`, undefined, 'second');
const messageId = (body: string) => /<MsgId>([^<]+)</.exec(body)?.[1];

test('in euros, a run is a SEPA file for the next TARGET day, and a corrected file has a new message id', async () => {
  await open({ CURRENCY: 'EUR' });
  expect((await payerOf(AMERICAN)).json().error.fields).toMatchObject({ account: expect.any(String) });
  await payerOf(GERMAN);
  const owner = await makeOwner('Hôtel «du Port»', GERMAN);
  // The evening before Good Friday.
  server.clock.ms = Date.UTC(2027, 2, 25, 20);
  await signIn();
  const run = await approvedRun();
  const first = await fileOf(run);
  expect(first.headers['content-disposition']).toBe('attachment; filename="payout-run-1.xml"');
  // Good Friday and Easter Monday are not TARGET days.
  expect(first.body).toContain('<ReqdExctnDt><Dt>2027-03-30</Dt></ReqdExctnDt>');
  expect(first.body).toContain('<Cd>SEPA</Cd>');
  expect(first.body).toMatch(/<Ustrd>Payout run 1 S-00000\d S-00000\d<\/Ustrd>/);
  expect((await fileOf(run)).body).toBe(first.body);
  server.clock.ms += DAY_MS;
  await signIn();
  expect((await fileOf(run)).body).toBe(first.body);
  expect((await fileOf(run, 'format=bank&day=2027-03-29')).json().error.fields.day).toContain('Mar 30, 2027');
  expect((await fileOf(run, 'format=bank&day=2027-02-30')).json().error.fields.day).toBeDefined();
  const later = await fileOf(run, 'format=bank&day=2027-04-01');
  expect(later.body).toContain('<Dt>2027-04-01</Dt>');
  await call('PUT', `/payees/${owner.id}`, {
    holder: 'Hôtel',
    account: 'FR1420041010050500013M02606',
    bank: 'AGRIFRPP',
  });
  // The file pays to the previous account while the change waits. After the confirmation, it pays to neither account
  // for a day.
  expect((await fileOf(run, 'format=bank&day=2027-04-01')).body).toBe(later.body);
  const confirmed = await server.app.inject({
    method: 'POST',
    url: `/api/payees/${owner.id}/confirm`,
    payload: { revision: 3 },
    headers: await server.asRole('admin'),
  });
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  expect((await fileOf(run)).json().error.message).toContain('start on Mar 27, 2027, 8:00 PM UTC');
  await confirmADayEarlier(server);
  const corrected = await fileOf(run);
  expect(corrected.body).toContain('FR1420041010050500013M02606');
  const ids = [first, later, corrected].map(({ body }) => messageId(body));
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9-]{1,35}$/);
});

test('in dollars with a routing number, a run is an ACH file of companies and people, and CSV is always available', async () => {
  await open({});
  expect((await payerOf(AMERICAN)).json().error.fields).toHaveProperty('company_id');
  await payerOf({ ...AMERICAN, company_id: COMPANY_ID });
  await makeOwner('Pier House', { account: '42', bank: '011000015' });
  await makeOwner('Ada Müller', { account: '43', bank: '011000015', holder_kind: 'person', account_kind: 'savings' });
  const run = await approvedRun();
  const file = await fileOf(run);
  expect(file.headers['content-disposition']).toBe('attachment; filename="payout-run-1.ach"');
  const lines = file.body.split('\r\n').filter(Boolean);
  expect(lines.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 94));
  expect(lines.filter((line) => line.startsWith('5')).map((line) => line.slice(50, 53))).toEqual(['CCD', 'PPD']);
  // The clock is at Saturday, November 21.
  expect(lines[1]?.slice(69, 75)).toBe('261123');
  expect(file.body).toContain('ADA MULLER');
  expect(file.body).toMatch(/PAYOUT RUN 1 S-00000\d S-00000\d/);
  expect((await fileOf(run, 'format=csv')).body).toContain('Pier House,30.01,USD');
  expect((await fileOf(run, 'format=xml')).body).toContain('pain.001.001.09');
  await makeOwner('Quay', GERMAN);
  const foreign = await approvedRun();
  expect((await fileOf(foreign)).json().error.message).toContain('Quay');
});

test('a run is approved only with a payer account, and shows the missing cash', async () => {
  await open({});
  await makeOwner('Pier House', { account: '42', bank: '011000015' });
  const run = (await post('/payout-runs', { minimum: 0 })).json();
  // No payment has arrived, so 15.00 and 15.01 are missing.
  expect(run).toMatchObject({ total: 30.01, cash_short: 30.01 });
  const refused = await post(`/payout-runs/${run.id}/approve`, {}, 'second');
  expect([refused.statusCode, refused.json().error.message]).toEqual([409, expect.stringContaining('under Money')]);
  await payerOf({ ...AMERICAN, company_id: COMPANY_ID });
  const sponsor = await makeCustomer(server.accounts, { kind: 'advertiser' });
  const paid = { customer_id: sponsor.id, amount: 20, paid_on: '2026-11-21', reference: 'Ahead' };
  expect((await post('/payments', paid)).statusCode).toBe(200);
  expect((await call('GET', '/payout-runs')).json().data[0]).toMatchObject({ cash_short: 10.01 });
  expect((await post(`/payout-runs/${run.id}/approve`, {}, 'second')).json()).toMatchObject({ cash_short: 0 });
  // Approved but unpaid payouts are not available for the next run.
  await makeOwner('Quay', { account: '43', bank: '011000015' });
  expect((await post('/payout-runs', { minimum: 0 })).json()).toMatchObject({ total: 30.01, cash_short: 40.02 });
});

test("encrypts and imports the payer account of an earlier version's environment once", async () => {
  const env = { PAYER_NAME: 'Voltboard', PAYER_ACCOUNT: 'DE89 3704 0044 0532 0130 00', PAYER_BANK: 'DEUTDEFF' };
  await open({ ...env, CURRENCY: 'EUR' });
  const shown = async () => (await call('GET', '/payer')).json().payer;
  expect(await shown()).toMatchObject({ holder: 'Voltboard', account: '•••• 3000', revision: 1, fault: null });
  const rows = await server.accounts.selectFrom('payer_accounts').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/440532013000|DEUTDEFF/);
  await payerOf({ account: 'FR1420041010050500013M02606', bank: 'AGRIFRPP' });
  server = await server.restart();
  expect(await shown()).toMatchObject({ holder: 'Ströme & Söhne', account: '•••• 2606', revision: 2 });
  const log = await server.accounts
    .selectFrom('audit_log')
    .select(['actor', 'detail'])
    .where('action', '=', 'payer.changed')
    .execute();
  expect(log.map(({ actor }) => actor)[0]).toBe('configuration');
  expect(JSON.stringify(log)).not.toContain('500013M02606');
});
