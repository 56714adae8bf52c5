import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { TEST_NOW } from '../../testing/create-test-app.ts';
import { makeCampaign, makeFlight } from '../../testing/makers.ts';
import { flightDesk, PICTURE, RUNS, VERSION } from './testing/open-flights.ts';

// Names, copies, the archive and bulk actions.
const it = flightDesk();

const OVER = { ends_at: TEST_NOW - 1, starts_at: TEST_NOW - 9 * DAY_MS };
const versioned = { version: VERSION };

async function audited(subject: string) {
  const rows = await it.desk.server.accounts
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();
  return rows.map(({ action, detail }) => ({ action, detail: JSON.parse(detail) as unknown }));
}

test('a name is shown beside the code, and changes like any other field', async () => {
  const url = `/flights/${it.flight.id}`;
  const long = await it.ask('admin', 'PATCH', url, { ...versioned, label: 'x'.repeat(121) });
  expect(long).toMatchObject({ status: 400, body: { error: { fields: { label: expect.any(String) } } } });
  // An advertiser's new name for an approved flight waits for an administrator.
  const proposed = await it.ask('manager', 'PATCH', url, { ...versioned, label: ' Lobby  screens ' });
  const change = { field: 'label', before: '', after: 'Lobby screens' };
  expect(proposed.body).toMatchObject({ label: '', proposal: { changes: [change] } });
  const approved = await it.ask('admin', 'POST', `${url}/approve`, { version: proposed.body.version });
  expect(approved.body).toMatchObject({ label: 'Lobby screens', fields: { label: 'Lobby screens' }, proposal: null });
  expect(await audited(it.flight.code)).toContainEqual(
    expect.objectContaining({ detail: expect.objectContaining({ label: { before: '', after: 'Lobby screens' } }) }),
  );
  const found = await it.ask('manager', 'GET', '/campaigns?q=lobby');
  expect(found.body.data).toHaveLength(1);
  const hits = await it.ask('manager', 'GET', '/list/search?q=lobby%20screens');
  expect(hits.body.campaigns[0]).toMatchObject({ flight: `Lobby screens (${it.flight.code})` });
});

test('a copy of a flight is a draft with its terms and creatives, without dates that have passed', async () => {
  await it.set({ label: 'Lobby', targets: '{"states":["ohio"]}', daily_cap_micros: 5_000_000, price_source: 'own' });
  const { status, body } = await it.ask('manager', 'POST', `/flights/${it.flight.id}/duplicate`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    state: 'draft',
    label: 'Lobby (copy)',
    budget: 100,
    price_source: 'card',
    fields: { starts: null, daily_cap: 5, targets: { states: ['ohio'] } },
    creatives: [{ name: 'Wide', url: `/api/creatives/${PICTURE}.png` }],
  });
  expect(body.fields.ends).not.toBeNull();
  expect(body.code).not.toBe(it.flight.code);
  expect(await audited(body.code)).toMatchObject([
    { action: 'flight.drafted', detail: { copied_from: it.flight.code } },
  ]);
  await it.set(OVER);
  const again = await it.ask('admin', 'POST', `/flights/${it.flight.id}/duplicate`);
  expect(again.body.fields).toMatchObject({ starts: null, ends: null });
  expect(await it.ask('stranger', 'POST', `/flights/${it.flight.id}/duplicate`)).toMatchObject({ status: 404 });
  expect(await it.ask('viewer', 'POST', `/flights/${it.flight.id}/duplicate`)).toMatchObject({ status: 403 });
});

test('a copy of a campaign has drafts of its flights, and a name of its own', async () => {
  const { accounts } = it.desk.server;
  const campaign = await makeCampaign(accounts, { customerId: it.desk.advertiser.id, name: 'Harbour' });
  for (const state of ['approved', 'cancelled'] as const) {
    const flight = await makeFlight(accounts, { campaignId: campaign.id, plain: false });
    await it.desk.set(flight.id, { ...RUNS, state });
  }
  const copy = async () => (await it.ask('manager', 'POST', `/campaigns/${campaign.id}/duplicate`)).body;
  const first = await copy();
  expect(first).toMatchObject({ name: 'Harbour (copy)', flight_rows: [{ state: 'draft', spent: 0 }] });
  expect(await copy()).toMatchObject({ name: 'Harbour (copy 2)' });
  expect(await it.ask('stranger', 'POST', `/campaigns/${campaign.id}/duplicate`)).toMatchObject({ status: 404 });
});

test('only a campaign without running flights is archived; it leaves the list and accepts no flights', async () => {
  const { accounts } = it.desk.server;
  const campaign = await makeCampaign(accounts, { customerId: it.desk.advertiser.id, name: 'Old harbour' });
  const flight = await makeFlight(accounts, { campaignId: campaign.id, plain: false });
  await it.desk.set(flight.id, RUNS);
  const url = `/campaigns/${campaign.id}`;
  const { version } = (await it.ask('manager', 'GET', url)).body;
  const early = await it.ask('manager', 'POST', `${url}/archive`, { version });
  expect(early).toMatchObject({ status: 409, text: expect.stringContaining('haven’t ended') });
  await it.desk.set(flight.id, OVER);
  const archived = await it.ask('manager', 'POST', `${url}/archive`, { version });
  expect(archived.body).toMatchObject({ is_archived: true, can_archive: false, flight_rows: [{ acts: [] }] });
  expect(await it.ask('admin', 'POST', `${url}/archive`, { version })).toMatchObject({ status: 409 });
  const named = async (filter: string) =>
    (await it.ask('manager', 'GET', `/campaigns?q=old+harbour${filter}`)).body.data.map(
      ({ name }: { name: string }) => name,
    );
  expect(await named('')).toEqual([]);
  expect(await named('&archived=only')).toEqual(['Old harbour']);
  expect(await named('&archived=all')).toEqual(['Old harbour']);
  const refused = { status: 409, text: expect.stringContaining('archived') };
  expect(await it.ask('manager', 'POST', `${url}/flights`, {})).toMatchObject(refused);
  expect(await it.ask('admin', 'PATCH', `/flights/${flight.id}`, { ...versioned, budget: 9 })).toMatchObject(refused);
  const restored = await it.ask('admin', 'POST', `${url}/restore`, { version: archived.body.version });
  expect(restored.body).toMatchObject({ is_archived: false });
  expect((await audited('Old harbour')).map(({ action }) => action)).toEqual([
    'campaign.archived',
    'campaign.restored',
  ]);
});

test('only a flight that is over is archived, and then it can only be restored', async () => {
  const url = `/flights/${it.flight.id}`;
  expect(await it.ask('manager', 'POST', `${url}/archive`, versioned)).toMatchObject({ status: 409 });
  await it.set(OVER);
  const archived = await it.ask('manager', 'POST', `${url}/archive`, versioned);
  expect(archived.body).toMatchObject({ is_archived: true, acts: ['restore'] });
  const change = { version: archived.body.version, budget: 9 };
  expect(await it.ask('admin', 'PATCH', url, change)).toMatchObject({ status: 409 });
  expect(await it.ask('viewer', 'POST', `${url}/restore`, versioned)).toMatchObject({ status: 403 });
  const restored = await it.ask('manager', 'POST', `${url}/restore`, { version: archived.body.version });
  expect(restored.body).toMatchObject({ is_archived: false, acts: ['archive'] });
});

test('a bulk action changes each flight on its own, with the rights of its caller', async () => {
  const other = await it.desk.addFlight({ paused: 1, paused_by: 'admin' });
  const flights = [it.flight, other, { id: '01900000-0000-7000-8000-000000000000' }].map(({ id }) => ({
    id,
    ...versioned,
  }));
  const paused = await it.ask('manager', 'POST', '/flights/several/pause', { flights });
  expect(paused.body.results).toMatchObject([
    { id: it.flight.id, code: it.flight.code, error: null, version: expect.any(Number) },
    { id: other.id, error: expect.stringContaining('paused'), version: null },
    { code: '', error: 'Flight not found.', version: null },
  ]);
  // Only administrators resume what an administrator paused.
  const [{ version }] = paused.body.results;
  const both = [
    { id: it.flight.id, version },
    { id: other.id, ...versioned },
  ];
  const resumed = await it.ask('manager', 'POST', '/flights/several/resume', { flights: both });
  expect(resumed.body.results).toMatchObject([{ error: null }, { error: expect.any(String) }]);
  const strange = await it.ask('stranger', 'POST', '/flights/several/pause', { flights: both });
  expect(strange.body.results).toMatchObject([{ code: '', error: 'Flight not found.' }, { code: '' }]);
});

test('administrators approve several flights at once, and an incomplete one says what it lacks', async () => {
  const incomplete = await it.desk.addFlight({ state: 'in_review', approved_at: null, ends_at: TEST_NOW - 1 });
  const flights = [it.flight, incomplete].map(({ id }) => ({ id, ...versioned }));
  await it.set({ state: 'in_review', approved_at: null });
  expect(await it.ask('manager', 'POST', '/flights/several/approve', { flights })).toMatchObject({ status: 403 });
  const { body } = await it.ask('admin', 'POST', '/flights/several/approve', { flights });
  expect(body.results).toMatchObject([{ error: null }, { error: expect.stringContaining('end date in the future') }]);
  expect(await it.ask('admin', 'POST', '/flights/several/approve', { flights: [] })).toMatchObject({ status: 400 });
});
