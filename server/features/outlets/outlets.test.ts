import { v4 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportAnswer } from '#contract/imports.ts';
import type { IngestAnswer } from '#contract/ingest.ts';
import type { CustomerList } from '#contract/list.ts';
import type { AddedOutlets, AdminOutlet, OutletDetail } from '#contract/outlets.ts';
import { CLOCK_TOLERANCE_MS } from '#domain/clock-tolerance.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { importCall } from '../../testing/import-call.ts';
import { makeCustomer, makeKey, makeOutlet, makeUser, makeVenue } from '../../testing/makers.ts';

let server: TestApp;
let admin: { authorization: string };
beforeAll(async () => {
  server = await createTestApp();
  admin = await server.as(await makeUser(server.accounts, { role: 'admin', email: 'boss@example.com' }));
});
afterAll(() => server.close());

/** Costs that were never entered. */
const COSTS = { purchase_price: null, monthly_cost: null };

const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  server.app.inject({ method, url: `/api${url}`, headers: admin, ...(payload ? { payload } : {}) });
async function done<Answer>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<Answer> {
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
const list = (query: string) =>
  done<{ data: AdminOutlet[]; total: number; venue_types: string[] }>('GET', `/admin/outlets?${query}`);
const detailOf = (id: string) => done<OutletDetail>('GET', `/admin/outlets/${id}`);

async function makeOwner(name: string, timeZone = 'America/New_York') {
  const customer = await makeCustomer(server.accounts, { name });
  const venue = await makeVenue(server.accounts, { customerId: customer.id, name: `${name} hall`, timeZone });
  return { customer, venue, place: { customer_id: customer.id, venue_id: venue.id } };
}

async function report(key: string, eui: string, timestampMs: number) {
  const event = { id: newId(), type: 'view', eui, timestamp: new Date(timestampMs).toISOString() };
  const headers = { authorization: `Bearer ${key}` };
  const answer = await server.app.inject({ method: 'POST', url: '/api/ingest/events', headers, payload: [event] });
  return answer.json<IngestAnswer>().results[0];
}

const viewsOf = async (customerId: string): Promise<number> => {
  const { data } = await done<CustomerList>('GET', `/list?cid=${customerId}`);
  return data[0]?.total_views ?? 0;
};

test('searches the list by EUI, label and names, and filters by status, type and customer', async () => {
  const { customer, venue } = await makeOwner('Filter Hotels');
  const seen = [null, 0, 14 * MINUTE_MS, 15 * MINUTE_MS, DAY_MS - 1, DAY_MS];
  for (const [index, ago] of seen.entries()) {
    const lastSeenAt = ago === null ? null : TEST_NOW - ago;
    const eui = `f17e00000000000${index}`;
    await makeOutlet(server.accounts, { customerId: customer.id, venueId: venue.id, eui, lastSeenAt });
  }
  await server.accounts.updateTable('venues').set({ type: 'arena' }).where('id', '=', venue.id).execute();
  const retired = { retired_at: TEST_NOW - 1 };
  const gone = await makeOutlet(server.accounts, {
    customerId: customer.id,
    venueId: venue.id,
    eui: 'f17e00000000000f',
  });
  await server.accounts.updateTable('outlets').set(retired).where('id', '=', gone.id).execute();
  const endings = async (query: string) =>
    (await list(`q=F1-7E:00&${query}`)).data.map(({ eui, status }) => `${eui.at(-1)} ${status}`);
  expect(await endings('')).toEqual(['0 never', '1 online', '2 online', '3 late', '4 late', '5 offline']);
  for (const status of ['never', 'online', 'late', 'offline', 'retired'])
    expect((await endings(`status=${status}`)).every((row) => row.endsWith(status))).toBe(true);
  expect(await endings('status=retired')).toEqual(['f retired']);
  expect((await endings('sort=last_seen')).map((row) => row[0])).toEqual(['0', '5', '4', '3', '2', '1']);
  expect((await list('q=filter%20HALL')).total).toBe(0);
  expect((await list('q=filter%20hotels%20HALL')).total).toBe(6);
  expect((await list(`customer_id=${customer.id}&venue_type=arena`)).total).toBe(6);
  expect((await list(`customer_id=${customer.id}&venue_type=gym`)).total).toBe(0);
  expect((await list('')).venue_types).toContain('arena');
  for (const query of ['status=broken', 'sort=key_hash', 'customer_id=x'])
    expect((await call('GET', `/admin/outlets?${query}`)).statusCode, query).toBe(400);
});

test('an outlet moves from a date on, and earlier events stay with the previous owner even if reported late', async () => {
  const [from, to] = [await makeOwner('Old Owner', 'UTC'), await makeOwner('New Owner', 'UTC')];
  const form = { eui: 'ABCD000000000001', label: 'Bar 1', lat: null, lng: null, ...COSTS, from: '2026-11-01' };
  const { outlet } = await done<OutletDetail>('POST', '/admin/outlets', { ...form, ...from.place });
  expect(outlet).toMatchObject({ eui: 'abcd000000000001', status: 'never', keys: 0, place: { customer: 'Old Owner' } });
  const { key } = await makeKey(server.accounts, { outletId: outlet.id });
  expect(await report(key, form.eui, TEST_NOW - DAY_MS)).toMatchObject({ status: 'accepted' });

  const network = () => server.accounts.selectFrom('settings').select('value').where('name', '=', 'network_version');
  const version = (await network().executeTakeFirstOrThrow()).value;
  const move = { ...to.place, from: '2026-11-21T00:00:00Z', version: outlet.version };
  const moved = await done<OutletDetail>('POST', `/admin/outlets/${outlet.id}/move`, move);
  expect((await network().executeTakeFirstOrThrow()).value).not.toBe(version);
  expect(
    moved.assignments.map(({ customer, from: since, to: until, current }) => [customer, since, until, current]),
  ).toEqual([
    ['New Owner', '2026-11-21T00:00:00.000Z', null, true],
    ['Old Owner', '2026-11-01T00:00:00.000Z', '2026-11-21T00:00:00.000Z', false],
  ]);
  expect(await lastAudit()).toMatchObject({
    action: 'outlet.moved',
    subject: 'ABCD000000000001',
    actor: 'boss@example.com',
    detail: { customer: { before: 'Old Owner', after: 'New Owner' } },
  });
  expect(await report(key, form.eui, TEST_NOW)).toMatchObject({ status: 'accepted' });
  expect(await report(key, form.eui, TEST_NOW - 2 * DAY_MS)).toMatchObject({ status: 'accepted' });
  expect([await viewsOf(from.customer.id), await viewsOf(to.customer.id)]).toEqual([2, 1]);

  const again = (over: object) =>
    messageOf(call('POST', `/admin/outlets/${outlet.id}/move`, { ...move, version: moved.outlet.version, ...over }));
  expect(await again({ version: outlet.version, from: '2026-12-01' })).toMatch(/^409 This outlet was changed/);
  expect(await again({ ...from.place, from: '2026-11-20' })).toMatch(/^409 The outlet moved to its current venue on/);
  expect(await again({ from: '2026-12-01' })).toMatch(/^409 The outlet has been at 'New Owner hall' since/);
  expect(await again({ customer_id: from.customer.id })).toMatch(/^400 Choose a venue of this customer/);
  expect(await again({ ...from.place, from: 'soon' })).toMatch(/^400 'soon' is not a date/);
  expect((await detailOf(outlet.id)).outlet.version).toBe(moved.outlet.version);
});

test('corrects a wrong venue from its start on the same day while no event was counted there', async () => {
  const [wrong, right] = [await makeOwner('Wrong Door', 'UTC'), await makeOwner('Right Door', 'America/New_York')];
  const form = { eui: 'ABCD00000000C0DE', label: '', lat: null, lng: null, ...COSTS, from: '2026-11-21' };
  const { outlet } = await done<OutletDetail>('POST', '/admin/outlets', { ...form, ...wrong.place });
  const { key } = await makeKey(server.accounts, { outletId: outlet.id });
  const move = (version: number, over: object = {}) =>
    call('POST', `/admin/outlets/${outlet.id}/move`, { ...right.place, from: '2026-11-21', version, ...over });

  const corrected = (await move(outlet.version)).json<OutletDetail>();
  expect(corrected.assignments).toMatchObject([{ customer: 'Right Door', from: '2026-11-21T05:00:00.000Z', to: null }]);
  expect(await lastAudit()).toMatchObject({
    action: 'outlet.place-corrected',
    detail: {
      customer: { before: 'Wrong Door', after: 'Right Door' },
      // Each date is in the time zone in which it was entered.
      time_zone: { before: 'UTC', after: 'America/New_York' },
    },
  });

  const sameVenue = { correct: true, from: '2026-11-10' };
  const earlier = (await move(corrected.outlet.version, sameVenue)).json<OutletDetail>();
  expect(earlier.assignments).toMatchObject([{ venue: 'Right Door hall', from: '2026-11-10T05:00:00.000Z' }]);

  expect(await report(key, form.eui, TEST_NOW - DAY_MS)).toMatchObject({ status: 'accepted' });
  const counted = await move(earlier.outlet.version, { ...wrong.place, correct: true, from: '2026-11-10' });
  expect(counted.statusCode).toBe(409);
  expect(counted.json()).toMatchObject({
    error: { fields: { from: expect.stringMatching(/^Events of this outlet since .* belong to 'Right Door'/) } },
  });
  expect((await detailOf(outlet.id)).assignments).toMatchObject([{ customer: 'Right Door' }]);
});

test('rejects a correction before the start of the previous venue', async () => {
  const [first, second, third] = [
    await makeOwner('First Place', 'UTC'),
    await makeOwner('Second Place', 'UTC'),
    await makeOwner('Third Place', 'UTC'),
  ];
  const from = Date.parse('2026-11-01T00:00:00Z');
  const outlet = await makeOutlet(server.accounts, { customerId: first.customer.id, venueId: first.venue.id, from });
  const act = async (version: number, body: object): Promise<OutletDetail> =>
    (await call('POST', `/admin/outlets/${outlet.id}/move`, { version, ...body })).json<OutletDetail>();
  const moved = await act(outlet.updated_at, { ...second.place, from: '2026-11-20' });
  const tooFar = { ...third.place, from: '2026-11-01', correct: true, version: moved.outlet.version };
  expect(await messageOf(call('POST', `/admin/outlets/${outlet.id}/move`, tooFar))).toMatch(/^400 The outlet was at/);
  const corrected = await act(moved.outlet.version, { ...third.place, from: '2026-11-18', correct: true });
  expect(corrected.assignments).toMatchObject([
    { customer: 'Third Place', from: '2026-11-18T00:00:00.000Z', to: null },
    { customer: 'First Place', to: '2026-11-18T00:00:00.000Z' },
  ]);
});

test('adds several outlets with one key each, all or none', async () => {
  const { place } = await makeOwner('Many Doors', 'UTC');
  const body = (outlets: object[]) => ({ ...place, from: '2026-11-01', with_keys: true, outlets });
  const one = { eui: 'ABCD0000000AAAA1', label: 'Bar' };
  const refused = await call(
    'POST',
    '/admin/outlets/several',
    body([one, one, { eui: 'ABCD000000000001', label: '' }]),
  );
  expect(refused.json()).toMatchObject({
    error: {
      fields: {
        'outlets.1.eui': 'ABCD0000000AAAA1 is in this list twice. Remove one.',
        'outlets.2.eui': 'There’s already an outlet ABCD000000000001.',
      },
    },
  });
  expect((await list('q=ABCD0000000AAAA1')).total).toBe(0);
  const two = { eui: 'ABCD0000000AAAA2', label: '' };
  const added = await call('POST', '/admin/outlets/several', body([one, two]));
  expect(added.headers['cache-control']).toBe('no-store');
  const { outlets } = added.json<AddedOutlets>();
  expect(outlets).toMatchObject([{ eui: 'abcd0000000aaaa1', label: 'Bar' }, { eui: 'abcd0000000aaaa2' }]);
  for (const { key, eui } of outlets)
    expect(await report(key ?? '', eui, TEST_NOW)).toMatchObject({ status: 'accepted' });
  const without = await done<AddedOutlets>('POST', '/admin/outlets/several', {
    ...body([{ eui: 'ABCD0000000AAAA3', label: '' }]),
    with_keys: false,
  });
  expect(without.outlets).toMatchObject([{ key: null }]);
});

test('shows a planned move, which can be canceled until it happens', async () => {
  const [from, to] = [await makeOwner('Stays Here', 'UTC'), await makeOwner('Nearly There', 'UTC')];
  const outlet = await makeOutlet(server.accounts, { customerId: from.customer.id, venueId: from.venue.id });
  const move = { ...to.place, from: '2027-01-01', version: outlet.updated_at };
  const planned = await done<OutletDetail>('POST', `/admin/outlets/${outlet.id}/move`, move);
  expect(planned.outlet.place).toMatchObject({ customer: 'Stays Here' });
  expect(planned.assignments[0]).toMatchObject({ customer: 'Nearly There', current: false });
  const cancel = (version: number) => call('POST', `/admin/outlets/${outlet.id}/cancel-move`, { version });
  const kept = (await cancel(planned.outlet.version)).json<OutletDetail>();
  expect(kept.assignments).toMatchObject([{ customer: 'Stays Here', to: null, current: true }]);
  expect(await messageOf(cancel(kept.outlet.version))).toMatch(/^409 This outlet has no future move/);
});

test('lists an outlet that starts later at its first venue, and rejects a duplicate EUI', async () => {
  const { place } = await makeOwner('Opening Soon', 'UTC');
  const form = { eui: 'abcd000000000002', label: '', lat: 40, lng: -74, ...COSTS, from: '2027-03-01', ...place };
  const { outlet } = await done<OutletDetail>('POST', '/admin/outlets', form);
  expect(outlet.place).toMatchObject({ customer: 'Opening Soon', from: '2027-03-01T00:00:00.000Z' });
  const again = await call('POST', '/admin/outlets', { ...form, eui: 'ABCD000000000002' });
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({ error: { fields: { eui: 'There’s already an outlet ABCD000000000002.' } } });
  expect(await messageOf(call('POST', '/admin/outlets', { ...form, eui: 'no' }))).toMatch(/^400/);
});

test('rejects the second of two administrators who change label and position', async () => {
  const { customer, venue } = await makeOwner('Label Hotels');
  const { id, updated_at: version } = await makeOutlet(server.accounts, { customerId: customer.id, venueId: venue.id });
  const change = (label: string, over = {}) =>
    call('PUT', `/admin/outlets/${id}`, { label, lat: 41.5, lng: -72, ...COSTS, version, ...over });
  expect(await messageOf(change('Lobby', { lat: 0, lng: 0 }))).toMatch(/^400 0, 0 is a point in the sea/);
  expect((await change('Lobby')).json<OutletDetail>().outlet).toMatchObject({ label: 'Lobby', lat: 41.5 });
  expect(await lastAudit()).toMatchObject({ detail: { label: { before: '', after: 'Lobby' }, lat: { after: 41.5 } } });
  expect(await messageOf(change('Lobby', { purchase_price: -1 }))).toMatch(/^400/);
  expect(await messageOf(change('Bar'))).toMatch(/^409 This outlet was changed/);
  expect((await detailOf(id)).outlet.label).toBe('Lobby');
});

test('rejects a retired outlet from then on, counts its earlier late events, and can restore it', async () => {
  const { customer, venue } = await makeOwner('Retiring Hotels');
  const outlet = await makeOutlet(server.accounts, { customerId: customer.id, venueId: venue.id });
  const { key } = await makeKey(server.accounts, { outletId: outlet.id });
  const retired = await done<OutletDetail>('POST', `/admin/outlets/${outlet.id}/retire`, {
    version: outlet.updated_at,
  });
  expect(retired.outlet).toMatchObject({ status: 'retired', retired_at: new Date(TEST_NOW).toISOString() });
  expect(retired.keys).toMatchObject([{ status: 'ending', ends_at: new Date(TEST_NOW + 30 * DAY_MS).toISOString() }]);
  expect(await lastAudit()).toMatchObject({ action: 'outlet.retired' });
  // The clocks of outlets and the server may differ by this much.
  expect(await report(key, outlet.eui, TEST_NOW + CLOCK_TOLERANCE_MS - 1)).toMatchObject({ status: 'accepted' });
  const later = await report(key, outlet.eui, TEST_NOW + CLOCK_TOLERANCE_MS);
  expect(later).toMatchObject({ status: 'rejected', code: 'retired' });
  expect(await report(key, outlet.eui, TEST_NOW - DAY_MS)).toMatchObject({ status: 'accepted' });
  const { version } = retired.outlet;
  const move = { customer_id: customer.id, venue_id: venue.id, from: '2027-01-01', version };
  expect(await messageOf(call('POST', `/admin/outlets/${outlet.id}/move`, move))).toMatch(/is retired/);
  expect(await messageOf(call('POST', `/admin/outlets/${outlet.id}/retire`, { version }))).toMatch(/already retired/);
  await done('POST', `/admin/outlets/${outlet.id}/reinstate`, { version });
  expect(await report(key, outlet.eui, TEST_NOW + 2)).toMatchObject({ status: 'accepted' });
});

test('importing an export changes nothing, and a dry run shows a move', async () => {
  const { customer } = await makeOwner('Moved Here', 'UTC');
  const answer = await call('GET', '/admin/outlets/export');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="outlets.csv"');
  const importFile = async (text: string): Promise<ImportAnswer> => {
    const dry = importCall('/admin/outlets/import', text, { dryRun: true, headers: admin });
    return (await server.app.inject(dry)).json();
  };
  expect(await importFile(answer.payload)).toMatchObject({ findings: [], changes: [], rows: (await list('')).total });
  const move = `eui,customer,venue,from\nF17E000000000000,${customer.name},${customer.name} hall,2026-12-01\n`;
  const { changes } = await importFile(move);
  expect(changes).toMatchObject([{ line: 2, thing: 'assignments', change: 'changed' }]);
  expect((await list('q=f17e000000000000')).data[0]?.place?.customer).toBe('Filter Hotels');
});

test('changes of earnings or reporting rights need a fresh login, but revoking a key does not', async () => {
  server.clock.ms = TEST_NOW;
  const asked = await server.asRole('admin');
  const { customer, venue } = await makeOwner('Stale Hotels');
  const outlet = await makeOutlet(server.accounts, { customerId: customer.id, venueId: venue.id });
  const key = await makeKey(server.accounts, { outletId: outlet.id });
  server.clock.ms += 11 * MINUTE_MS;
  const act = (url: string, payload?: object) =>
    server.app.inject({
      method: 'POST',
      url: `/api/admin${url}`,
      headers: asked,
      ...(payload ? { payload } : {}),
    });
  const version = 1;
  const rows = 'eui,customer,venue,from\n70B3D57ED0ABCDEF,Stale Hotels,Stale Hotels hall,2026-11-01\n';
  const importRows = (kind: string, dryRun: boolean) =>
    server.app.inject(importCall(`/admin/${kind}/import`, rows, { dryRun, headers: asked }));
  const refused = [
    await act(`/outlets/${outlet.id}/move`, {
      version,
      customer_id: customer.id,
      venue_id: venue.id,
      from: '2027-01-01',
    }),
    await act(`/outlets/${outlet.id}/cancel-move`, { version }),
    await act(`/outlets/${outlet.id}/retire`, { version }),
    await act(`/outlets/${outlet.id}/reinstate`, { version }),
    await act(`/customers/${customer.id}/retire`, { version }),
    await act(`/customers/${customer.id}/restore`, { version }),
    await act(`/customers/${customer.id}/shares`, { share: '35%', from: '2027-01-01' }),
    await importRows('outlets', false),
    await importRows('customers', false),
    await importRows('campaigns', false),
    await act('/outlets/several', {
      customer_id: customer.id,
      venue_id: venue.id,
      from: '2027-01-01',
      with_keys: true,
      outlets: [{ eui: '70B3D57ED0ABCDEF', label: '' }],
    }),
    await act('/keys', { outlet_id: outlet.id, label: '' }),
    await act(`/keys/${key.id}/rotate`, { overlap_hours: 1 }),
  ];
  for (const answer of refused) expect(answer.json()).toMatchObject({ error: { code: 'fresh_login' } });
  expect((await importRows('outlets', true)).statusCode).toBe(200);
  expect((await act(`/keys/${key.id}/revoke`)).statusCode).toBe(200);
});
