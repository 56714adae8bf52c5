import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#contract/campaigns.ts';
import { exportedColumns } from '#contract/csv-columns.ts';
import type { AdminCustomer, CustomerDetail } from '#contract/customers.ts';
import type { ImportAnswer } from '#contract/imports.ts';
import type { Venue } from '#contract/venues.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { importCall } from '../../testing/import-call.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet, makeUser, makeVenue } from '../../testing/makers.ts';

let server: TestApp;
let admin: { authorization: string };
beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'America/New_York' } });
  admin = await server.as(await makeUser(server.accounts, { role: 'admin', email: 'boss@example.com' }));
});
afterAll(() => server.close());

type Method = 'GET' | 'POST' | 'PUT';
const call = (method: Method, url: string, payload?: object) =>
  server.app.inject({ method, url: `/api/admin${url}`, headers: admin, ...(payload ? { payload } : {}) });
async function done<Answer>(method: Method, url: string, payload?: object): Promise<Answer> {
  const answer = await call(method, url, payload);
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json<Answer>();
}
const messageOf = async (answer: ReturnType<typeof call>) => {
  const { statusCode, payload } = await answer;
  return `${statusCode} ${(JSON.parse(payload) as { error: { message: string } }).error.message}`;
};
const lastAudit = async () => {
  const query = server.accounts.selectFrom('audit_log').selectAll().orderBy('seq', 'desc');
  const { detail, ...entry } = await query.executeTakeFirstOrThrow();
  return { ...entry, detail: JSON.parse(detail) as unknown };
};

type Page = { data: AdminCustomer[]; total: number; page: number; limit: number };
const list = (query: string) => done<Page>('GET', `/customers?${query}`);

test('the server searches, filters, sorts and paginates the list', async () => {
  for (let index = 1; index <= 12; index += 1) {
    const kind = index % 4 === 0 ? 'advertiser' : 'property';
    await makeCustomer(server.accounts, { name: `Listed ${String(index).padStart(2, '0')}`, kind });
  }
  await makeCustomer(server.accounts, { name: 'listed 50% off_season' });
  const first = await list('q=LISTED');
  expect(first).toMatchObject({ total: 13, page: 1, limit: 10 });
  expect(first.data.map(({ name }) => name).slice(0, 2)).toEqual(['Listed 01', 'Listed 02']);
  expect((await list('q=listed&page=2')).data.map(({ name }) => name)).toEqual([
    'Listed 11',
    'Listed 12',
    'listed 50% off_season',
  ]);
  expect((await list('q=listed&page=9')).data).toEqual([]);
  expect((await list('q=listed&kind=advertiser&sort=-name')).data.map(({ name }) => name)).toEqual([
    'Listed 12',
    'Listed 08',
    'Listed 04',
  ]);
  expect((await list('q=0%25')).data.map(({ name }) => name)).toEqual(['listed 50% off_season']);
  expect((await list('q=f_s')).total).toBe(1);
  expect((await list('q=listed&status=retired')).total).toBe(0);
  for (const query of ['sort=password_hash', 'page=0', 'limit=1e9', 'kind=owner'])
    expect((await call('GET', `/customers?${query}`)).statusCode, query).toBe(400);
});

test('a row counts what the customer has, without retired outlets', async () => {
  const owner = await makeCustomer(server.accounts, { name: 'Counted Hotels' });
  const venue = await makeVenue(server.accounts, { customerId: owner.id });
  await makeOutlet(server.accounts, { customerId: owner.id, venueId: venue.id });
  const gone = await makeOutlet(server.accounts, { customerId: owner.id, venueId: venue.id });
  await server.accounts.updateTable('outlets').set({ retired_at: 1 }).where('id', '=', gone.id).execute();
  await makeUser(server.accounts, { role: 'property', customerId: owner.id });
  const { data } = await list('q=counted');
  expect(data).toEqual([
    expect.objectContaining({ name: 'Counted Hotels', outlets: 1, venues: 1, accounts: 1, campaigns: 0, share: 0.3 }),
  ]);
});

test('adds and renames a customer, and the audit log has the old and new values', async () => {
  const made = await done<AdminCustomer>('POST', '/customers', {
    name: ' Pier  House ',
    kind: 'property',
    category: 'Hotel',
  });
  expect(made).toMatchObject({ name: 'Pier House', category: 'hotel', kind: 'property', status: 'active', outlets: 0 });
  expect(await lastAudit()).toMatchObject({
    action: 'customer.created',
    actor: 'boss@example.com',
    subject: 'Pier House',
  });
  const renamed = { name: 'Pier House Group', category: 'hotel', version: made.version };
  const changed = await done<AdminCustomer>('PUT', `/customers/${made.id}`, renamed);
  expect(changed.name).toBe('Pier House Group');
  expect(await lastAudit()).toMatchObject({
    action: 'customer.changed',
    detail: { name: { before: 'Pier House', after: 'Pier House Group' } },
  });
  expect((await list('q=pier%20house%20group')).total).toBe(1);
});

test('keeps fields that an older client does not send', async () => {
  const sent = { name: 'Billed Hotels', category: '', billing_address: '12 Harbor Walk, Boston', tax_id: '04-1' };
  const made = await done<AdminCustomer>('POST', '/customers', { ...sent, kind: 'property' });
  const { id, version } = made;
  const changed = await done<AdminCustomer>('PUT', `/customers/${id}`, { name: sent.name, category: 'hotel', version });
  expect(changed).toMatchObject({ ...sent, category: 'hotel' });
  const emptied = { ...sent, billing_address: '', version: changed.version };
  expect(await done<AdminCustomer>('PUT', `/customers/${id}`, emptied)).toMatchObject({
    billing_address: '',
    tax_id: '04-1',
  });
});

test('stores a country by its code in any spelling, and rejects an unknown one at its field', async () => {
  const made = await done<AdminCustomer>('POST', '/customers', {
    name: 'Abroad',
    category: '',
    kind: 'advertiser',
    country: 'germany',
  });
  expect(made.country).toBe('DE');
  const refused = await call('PUT', `/customers/${made.id}`, {
    name: 'Abroad',
    category: '',
    country: 'Narnia',
    version: made.version,
  });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().error.fields).toEqual({
    country: "'Narnia' is not a country. Enter a two-letter code such as US, or its English name.",
  });
});

test('rejects the second of two administrators who edit the same customer, and loses nothing', async () => {
  const { id, version } = await done<AdminCustomer>('POST', '/customers', {
    name: 'Contended',
    kind: 'property',
    category: '',
  });
  const change = (name: string) => call('PUT', `/customers/${id}`, { name, category: '', version });
  const statuses = (await Promise.all([change('Contended A'), change('Contended B')])).map(
    ({ statusCode }) => statusCode,
  );
  expect(statuses.sort()).toEqual([200, 409]);
  expect(await messageOf(change('Contended C'))).toMatch(/^409 This customer was changed/);
});

test.each([
  [{ name: '  ', kind: 'property', category: '' }, { name: 'Enter a name.' }],
  [{ name: 'a\u202eb', kind: 'property', category: '' }, { name: expect.stringContaining('invisible') }],
  [
    { name: 'LISTED  01', kind: 'advertiser', category: '' },
    { name: "There’s already a customer 'Listed 01'. Choose another name." },
  ],
])('rejects %j at its field', async (body, fields) => {
  const answer = await call('POST', '/customers', body);
  expect([400, 409]).toContain(answer.statusCode);
  expect(answer.json()).toMatchObject({ error: { fields } });
});

test('a share begins on a date in the network time zone, and a second one on that date is rejected', async () => {
  const { id } = await done<AdminCustomer>('POST', '/customers', {
    name: 'Shared Inn',
    kind: 'property',
    category: '',
  });
  await done('POST', `/customers/${id}/shares`, { share: '35%', from: '2026-01-01' });
  const detail = await done<CustomerDetail>('POST', `/customers/${id}/shares`, { share: '0.4', from: '2027-01-01' });
  expect(detail).toMatchObject({ default_share: 0.3, time_zone: 'America/New_York', customer: { share: 0.35 } });
  expect(detail.shares).toEqual([
    { share: 0.4, from: '2027-01-01T05:00:00.000Z', current: false },
    { share: 0.35, from: '2026-01-01T05:00:00.000Z', current: true },
  ]);
  expect(await lastAudit()).toMatchObject({ action: 'share.set', detail: { share: { before: 0.35, after: 0.4 } } });
  const again = (share: string, from: string) => messageOf(call('POST', `/customers/${id}/shares`, { share, from }));
  expect(await again('0.5', '2027-01-01')).toBe('409 Another share already starts at that time. Choose a later date.');
  await done('POST', `/customers/${id}/shares`, { share: '0.4', from: '2027-06-01' });
  expect((await done<CustomerDetail>('GET', `/customers/${id}`)).shares).toEqual(detail.shares);
  expect(await again('120%', '2028-01-01')).toMatch(/^400 '120%' is not a share/);
  expect(await again('20%', '1 May')).toMatch(/^400 '1 May' is not a date/);
  const sponsor = await makeCustomer(server.accounts, { kind: 'advertiser' });
  expect(await messageOf(call('POST', `/customers/${sponsor.id}/shares`, { share: '1', from: '2027-01-01' }))).toMatch(
    /is an advertiser/,
  );
});

test('a venue takes the time zone of its position, and its name is unique within the customer', async () => {
  const owner = await makeCustomer(server.accounts, { name: 'Venue Owner' });
  const venue = { name: 'Lobby', type: 'Hotel', address: '1 Main St', city: 'Chicago', state: 'IL', time_zone: '' };
  const made = await done<Venue>('POST', `/customers/${owner.id}/venues`, { ...venue, lat: 41.88, lng: -87.63 });
  expect(made).toMatchObject({ name: 'Lobby', type: 'hotel', time_zone: 'America/Chicago', outlets: 0 });
  const again = (over: object) =>
    messageOf(call('POST', `/customers/${owner.id}/venues`, { ...venue, lat: null, lng: null, ...over }));
  expect(await again({ time_zone: 'UTC' })).toBe("409 This customer already has a venue 'Lobby'. Choose another name.");
  expect(await again({ name: 'Roof' })).toMatch(/^400 Enter a time zone/);
  expect(await again({ name: 'Roof', time_zone: 'Mars/Base' })).toMatch(/^400 'Mars\/Base' is not a time zone/);
  expect(await again({ name: 'Roof', lat: 41 })).toBe('400 Enter both latitude and longitude, or neither.');
  const { id, version, outlets: _, ...stored } = made;
  const moved = { ...stored, name: 'Lobby bar', time_zone: 'America/New_York' };
  expect(await done<Venue>('PUT', `/venues/${id}`, { ...moved, version })).toMatchObject({ name: 'Lobby bar' });
  expect(await lastAudit()).toMatchObject({
    action: 'venue.changed',
    detail: { time_zone: { before: 'America/Chicago', after: 'America/New_York' } },
  });
  expect(await messageOf(call('PUT', `/venues/${id}`, { ...moved, version }))).toMatch(/^409 This venue was changed/);
});

test('retires a customer only without active outlets or flights, blocks its accounts, and can restore it', async () => {
  const owner = await makeCustomer(server.accounts, { name: 'Leaving Hotels' });
  const outlet = await makeOutlet(server.accounts, { customerId: owner.id });
  const guest = await server.asRole('property', owner.id);
  const figures = () => server.app.inject({ url: '/api/list', headers: guest });
  const retire = (version: number) => call('POST', `/customers/${owner.id}/retire`, { version });
  expect(await messageOf(retire(owner.updated_at))).toMatch(/^409 1 outlet is at 'Leaving Hotels'/);
  await server.accounts.updateTable('outlets').set({ retired_at: 1 }).where('id', '=', outlet.id).execute();
  expect((await figures()).statusCode).toBe(200);
  expect((await retire(owner.updated_at)).json()).toMatchObject({ status: 'retired' });
  expect((await figures()).statusCode).toBe(403);
  expect((await list('q=leaving')).total).toBe(0);
  const { data } = await list('q=leaving&status=retired');
  expect(data).toHaveLength(1);
  const back = { version: data[0]?.version };
  const namesake = await done<AdminCustomer>('POST', '/customers', {
    name: 'LEAVING hotels',
    kind: 'property',
    category: '',
  });
  expect(await messageOf(call('POST', `/customers/${owner.id}/restore`, back))).toMatch(
    /^409 There’s already a customer/,
  );
  await done('POST', `/customers/${namesake.id}/retire`, { version: namesake.version });
  await done('POST', `/customers/${owner.id}/restore`, back);
  expect((await figures()).statusCode).toBe(200);

  const sponsor = await makeCustomer(server.accounts, { name: 'Running Shoes', kind: 'advertiser' });
  const campaign = await makeCampaign(server.accounts, { customerId: sponsor.id });
  await makeFlight(server.accounts, { campaignId: campaign.id });
  expect(await messageOf(call('POST', `/customers/${sponsor.id}/retire`, { version: 0 }))).toMatch(
    /^409 1 flight runs/,
  );
});

async function importFile(text: string, dryRun: boolean): Promise<ImportAnswer> {
  const call = importCall('/admin/customers/import', text, { dryRun, headers: admin });
  const answer = await server.app.inject(call);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

test('a dry run reports the changes and errors per line, and changes nothing', async () => {
  await makeCustomer(server.accounts, { name: 'Known Gym', category: 'gym' });
  const good = 'name,kind,category\nKnown Gym,property,arena\nNew Library,property,library\n';
  const dry = await importFile(good, true);
  expect(dry).toMatchObject({
    done: false,
    rows: 2,
    findings: [],
    counts: [{ thing: 'customers', created: 1, changed: 1 }],
  });
  expect(dry.changes).toContainEqual({
    line: 2,
    thing: 'customers',
    name: 'Known Gym',
    change: 'changed',
    fields: [{ field: 'category', before: 'gym', after: 'arena' }],
  });
  expect((await list('q=new%20library')).total).toBe(0);
  const failed = await importFile(`${good}Third,shop,\n`, false);
  expect(failed).toMatchObject({ done: false, findings: [{ line: 4, column: 'kind' }] });
  expect((await list('q=new%20library')).total).toBe(0);
  expect(await importFile(good, false)).toMatchObject({ done: true });
  expect(await lastAudit()).toMatchObject({ action: 'network.imported-customers', actor: 'boss@example.com' });
  expect(await importFile(good, false)).toMatchObject({ done: true, changes: [] });
});

test('the export is safe in a spreadsheet, and importing it again changes nothing', async () => {
  await makeCustomer(server.accounts, { name: '=HYPERLINK("http://x")', category: '@home' });
  const answer = await call('GET', '/customers/export');
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.payload).toContain('\'=HYPERLINK(""http://x"")');
  expect(answer.payload.split('\r\n')[0]).toBe(`\ufeff${exportedColumns('customers').join()}`);
  const again = await importFile(answer.payload, true);
  expect(again).toMatchObject({ findings: [], changes: [] });
  expect(again.counts.find(({ thing }) => thing === 'shares')).toMatchObject({ created: 0, unchanged: 1 });
  expect(again.rows).toBe((await list('')).total);
});

test('adds a customer with its first venue in one transaction', async () => {
  const venue = { name: 'Lobby', type: '', address: '', city: '', state: '', lat: null, lng: null };
  const form = { name: 'One Step Hotels', category: 'hotel', kind: 'property' };
  const refused = await call('POST', '/customers', { ...form, venue: { ...venue, time_zone: 'Mars/Base' } });
  expect(refused.json()).toMatchObject({
    error: { fields: { 'venue.time_zone': expect.stringMatching(/is not a time zone/) } },
  });
  expect((await list('q=one+step')).total).toBe(0);
  const made = await done<AdminCustomer>('POST', '/customers', { ...form, venue: { ...venue, time_zone: 'UTC' } });
  expect(made.venues).toBe(1);
  const { venues } = await done<CustomerDetail>('GET', `/customers/${made.id}`);
  expect(venues).toMatchObject([{ name: 'Lobby', time_zone: 'UTC' }]);
  const shop = { ...form, name: 'One Step Brand', kind: 'advertiser', venue: { ...venue, time_zone: 'UTC' } };
  expect((await call('POST', '/customers', shop)).json()).toMatchObject({
    error: { fields: { kind: 'Advertisers can’t have venues.' } },
  });
});

test('lists campaigns with the state of their flights, and imports them from a file', async () => {
  const head = 'advertiser,campaign,flight,starts,ends,budget,model,price';
  await makeCustomer(server.accounts, { name: 'Lantern Tea', kind: 'advertiser' });
  const file = [
    head,
    'Lantern Tea,Autumn leaves,LEAF-1,2026-11-01,2026-12-01,1000,cpm,12.50',
    'Lantern Tea,Autumn leaves,LEAF-2,2027-02-01,2027-03-01,500.50,cpm,12.50',
    'Lantern Tea,Past,LEAF-3,2026-01-01,2026-02-01,10,flat,10',
    'Lantern Tea,To come,LEAF-4,2027-01-01,2027-02-01,10,flat,10',
  ].join('\n');
  const importing = importCall('/admin/campaigns/import', file, { dryRun: false, headers: admin });
  const answer = (await server.app.inject(importing)).json<ImportAnswer>();
  expect(answer).toMatchObject({ done: true, rows: 4, findings: [] });
  const advertiser = await server.accounts
    .selectFrom('customers')
    .select('id')
    .where('name', '=', 'Lantern Tea')
    .executeTakeFirstOrThrow();
  await server.accounts
    .insertInto('campaigns')
    .values({
      id: newId(),
      customer_id: advertiser.id,
      name: 'Without',
      name_key: 'without',
      created_at: 0,
      updated_at: 0,
    })
    .execute();
  const listed = async (query: string) => {
    const answer = await server.app.inject({ url: `/api/campaigns?${query}`, headers: admin });
    return answer.json<{ data: Campaign[]; total: number }>();
  };
  const { data, total } = await listed('q=LANTERN&sort=-name');
  expect([total, data.map(({ name, state, flights }) => [name, state, flights])]).toEqual([
    4,
    [
      ['Without', null, 0],
      ['To come', 'scheduled', 1],
      ['Past', 'ended', 1],
      ['Autumn leaves', 'live', 2],
    ],
  ]);
  expect(data.at(-1)).toMatchObject({
    advertiser: 'Lantern Tea',
    starts_at: '2026-11-01T04:00:00.000Z',
    budget: 1500.5,
  });
  await server.accounts.updateTable('flights').set({ paused: 1 }).where('code', '=', 'LEAF-1').execute();
  expect((await listed('q=autumn%20lea')).data).toMatchObject([{ state: 'paused' }]);
});
