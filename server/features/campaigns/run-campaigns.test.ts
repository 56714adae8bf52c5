import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CampaignDetail } from '#contract/campaigns.ts';
import type { FlightDetail } from '#contract/flight-parts.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { sharp } from '../../pictures/testing/open-sharp.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeOutlet, makeUser, makeVenue } from '../../testing/makers.ts';

let server: TestApp;
let people: Record<'manager' | 'viewer' | 'stranger' | 'admin' | 'owner', { authorization: string }>;
let flight: FlightDetail;
let outletId: string;

beforeAll(async () => {
  server = await createTestApp();
  const { accounts } = server;
  const advertiser = await makeCustomer(accounts, { kind: 'advertiser', name: 'Cascade' });
  const other = await makeCustomer(accounts, { kind: 'advertiser', name: 'Ridge' });
  const owner = await makeCustomer(accounts, { name: 'Pier House' });
  const venue = await makeVenue(accounts, { customerId: owner.id });
  outletId = (await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id })).id;
  const user = async (
    role: 'advertiser' | 'property',
    customerId: string,
    standing: 'manager' | 'viewer' = 'manager',
  ) => server.as(await makeUser(accounts, { role, customerId, standing }));
  people = {
    manager: await user('advertiser', advertiser.id),
    viewer: await user('advertiser', advertiser.id, 'viewer'),
    stranger: await user('advertiser', other.id),
    owner: await user('property', owner.id),
    admin: await server.asRole('admin'),
  };
});
afterAll(() => server.close());

type Call = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly body?: object;
};
async function call<Answer = FlightDetail>(
  who: keyof typeof people,
  { method = 'POST', url, body }: Call,
  status = 200,
) {
  const answer = await server.app.inject({
    method,
    url: `/api${url}`,
    headers: people[who],
    ...(body ? { payload: body } : {}),
  });
  expect(answer.statusCode, `${method} ${url}: ${answer.body.slice(0, 300)}`).toBe(status);
  return answer.json<Answer>();
}
const act = async (who: keyof typeof people, name: string, more: object = {}, status = 200) => {
  const url = `/flights/${flight.id}/${name}`;
  const answer = await call(who, { url, body: { version: flight.version, ...more } }, status);
  if (status === 200) flight = answer;
  return answer as unknown as { error: { fields?: Record<string, string>; message: string } };
};

test('submitting an incomplete flight lists everything that is missing, by field', async () => {
  const body = {
    name: 'Cold brew',
    sponsor: 'Cascade Cold Brew',
    category: 'food_and_drink',
    time_zone: 'America/Chicago',
  };
  await call('viewer', { url: '/campaigns', body }, 403);
  const campaign = await call<CampaignDetail>('manager', { url: '/campaigns', body });
  flight = await call('manager', { url: `/campaigns/${campaign.id}/flights`, body: {} });
  expect([flight.code, flight.state, flight.acts.toSorted()]).toEqual([
    'COLD-BREW-1',
    'draft',
    ['cancel', 'edit', 'submit'],
  ]);
  const refused = await act('manager', 'submit', {}, 400);
  expect(Object.keys(refused.error.fields ?? {}).sort()).toEqual(['budget', 'creatives', 'ends', 'model', 'starts']);
  expect(Object.keys(flight.missing).sort()).toEqual(Object.keys(refused.error.fields ?? {}).sort());
  await call('stranger', { method: 'GET', url: `/flights/${flight.id}` }, 404);
  await call('stranger', { method: 'PATCH', url: `/flights/${flight.id}`, body: { version: flight.version } }, 404);
});

test('takes prices from the rate card, from now or later, and fixes them when a flight is submitted', async () => {
  const rate = { model: 'cpm', venue_type: null, price: 12 };
  await call('manager', { url: '/admin/rate-card', body: rate }, 403);
  await call('admin', { url: '/admin/rate-card', body: { ...rate, from: '2026-01-01' } }, 400);
  await call('admin', { url: '/admin/rate-card', body: { ...rate, price: 0.0004 } }, 400);
  await call('admin', { url: '/admin/rate-card', body: rate });
  const again = await call<{ error: { fields: object } }>('admin', { url: '/admin/rate-card', body: rate }, 409);
  expect(again.error.fields).toEqual({ price: 'This is already the price at that time.' });
  const fields = {
    starts: '2026-11-21',
    ends: '2026-12-20',
    budget: 300,
    model: 'cpm',
    targets: { outlets: [outletId] },
  };
  flight = await call('manager', {
    method: 'PATCH',
    url: `/flights/${flight.id}`,
    body: { ...fields, version: flight.version },
  });
  expect(flight.fields).toMatchObject({ ...fields, pacing: 'even', daily_cap: null });
  expect(flight.starts_at).toBe('2026-11-21T06:00:00.000Z');
  expect(flight.ends_at).toBe('2026-12-21T06:00:00.000Z');
  expect(flight.prices).toMatchObject([{ model: 'cpm', price: 12, venue_type: null }]);
});

test('creatives are PNG, JPEG or WebP, at least 600 px on the short side, 5 to 60 seconds, with an https target', async () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
  const send = async (payload: Buffer, query: string, type = 'image/png') =>
    server.app.inject({
      method: 'POST',
      url: `/api/flights/${flight.id}/creatives?${query}`,
      headers: { ...people.manager, 'content-type': type },
      payload,
    });
  const good = 'name=Wide&seconds=15&target=https%3A%2F%2Fcascade.example%2F';
  expect((await send(await picture(900, 599), good)).statusCode).toBe(400);
  expect((await send(Buffer.from('<svg/>'), good)).statusCode).toBe(400);
  expect((await send(await picture(900, 600), good.replace('15', '61'))).json().error.fields).toHaveProperty('seconds');
  expect((await send(await picture(900, 600), good.replace('https', 'http'))).json().error.fields).toHaveProperty(
    'target',
  );
  expect((await send(await picture(900, 600), good, 'image/gif')).statusCode).toBe(415);
  const added = await send(await picture(900, 600), good);
  expect(added.statusCode, added.body).toBe(200);
  flight = added.json();
  const [creative] = flight.creatives;
  expect(creative).toMatchObject({ width: 900, height: 600, type: 'image/png', seconds: 15 });
  const file = await server.app.inject({ url: creative?.url ?? '' });
  expect([file.statusCode, file.headers['content-type'], file.headers['cache-control']]).toEqual([
    ...[200, 'image/png', 'public, max-age=31536000, immutable'],
  ]);
  expect(file.headers['content-security-policy']).toContain('sandbox');
});

test('draft → in review → returned with a reason → in review → approved, and outdated versions are rejected', async () => {
  const old = flight.version;
  await act('manager', 'submit');
  expect(flight.state).toBe('in_review');
  await act('manager', 'approve', {}, 403);
  await act('admin', 'return', { version: old, reason: 'No.' }, 409);
  type Waiting = { total: number; data: { changes: { field: string; before: string; after: string }[] }[] };
  const waiting = await call<Waiting>('admin', { method: 'GET', url: '/flights/reviews' });
  expect(waiting.total).toBe(1);
  const said = waiting.data[0]?.changes.map(({ field, before, after }) => [field, before, after]);
  expect(said).toContainEqual(['starts', '', '2026-11-21']);
  expect(said).toContainEqual(['targets', '', expect.stringContaining(outletId)]);
  await act('admin', 'return', { reason: 'The picture says nothing.' });
  expect([flight.state, flight.return_reason]).toEqual(['returned', 'The picture says nothing.']);
  await act('manager', 'submit');
  await act('admin', 'approve');
  expect(flight.state).toBe('live');
  const { snapshot } = await server.dependencies.network.current();
  const [open] = await snapshot.catalog.openFlights(server.clock.ms);
  expect(open).toMatchObject({ code: 'COLD-BREW-1', sponsor: 'Cascade Cold Brew', category: 'food_and_drink' });
  expect(open?.creatives).toHaveLength(1);
  const row = await server.accounts.selectFrom('flight_prices').selectAll().execute();
  expect(row).toMatchObject([{ price_micros: 12_000_000, venue_type: '' }]);
});

test('an approved flight runs unchanged until a proposed change is decided', async () => {
  const change = { method: 'PATCH', url: `/flights/${flight.id}` } as const;
  flight = await call('manager', { ...change, body: { version: flight.version, budget: 500 } });
  expect([flight.budget, flight.proposal?.changes]).toEqual([300, [{ field: 'budget', before: '300', after: '500' }]]);
  await act('admin', 'return', { reason: 'Too much.' });
  expect([flight.state, flight.budget, flight.proposal]).toEqual(['live', 300, null]);
  flight = await call('manager', { ...change, body: { version: flight.version, budget: 400 } });
  const { proposal, version } = flight;
  flight = await call('manager', { ...change, body: { version, budget: 400 } });
  expect([flight.proposal, flight.version]).toEqual([proposal, version]);
  await act('admin', 'approve');
  expect([flight.budget, flight.proposal]).toEqual([400, null]);
  flight = await call('admin', { ...change, body: { version: flight.version, daily_cap: 20 } });
  expect(flight.fields.daily_cap).toBe(20);
});

test('a campaign keeps its time zone after a flight has run by its days', async () => {
  const zone = async (campaign: CampaignDetail, status: number) =>
    call<{ time_zone: string; error: { fields: object } }>(
      'admin',
      {
        method: 'PATCH',
        url: `/campaigns/${campaign.id}`,
        body: { version: campaign.version, time_zone: 'Asia/Tokyo' },
      },
      status,
    );
  const running = await call<CampaignDetail>('admin', { method: 'GET', url: `/campaigns/${flight.campaign_id}` });
  expect((await zone(running, 409)).error.fields).toEqual({
    time_zone: expect.stringMatching(/^'COLD-BREW-1' has already run, .*America\/Chicago\. Create another campaign/),
  });
  const body = { name: 'Not yet', sponsor: '', category: 'other', time_zone: 'America/Chicago' };
  const fresh = await call<CampaignDetail>('manager', { url: '/campaigns', body });
  await call('manager', { url: `/campaigns/${fresh.id}/flights`, body: {} });
  expect(await zone(await call('admin', { method: 'GET', url: `/campaigns/${fresh.id}` }), 200)).toMatchObject({
    time_zone: 'Asia/Tokyo',
  });
});

test('is paused, resumed and canceled, and its history names each actor', async () => {
  await act('manager', 'pause');
  expect(flight.state).toBe('paused');
  await act('manager', 'pause', {}, 409);
  await act('viewer', 'resume', {}, 403);
  await act('manager', 'resume');
  expect(flight.state).toBe('live');
  type History = { data: { action: string; by: string; reason: string }[] };
  const { data } = await call<History>('manager', { method: 'GET', url: `/flights/${flight.id}/history` });
  expect(data.map(({ action }) => action)).toContain('flight.change-declined');
  const returned = data.find(({ action }) => action === 'flight.returned');
  expect(returned).toMatchObject({ by: 'an administrator', reason: 'The picture says nothing.' });
});

test('a property rejects a creative at its own outlets, and blocks categories', async () => {
  type Queued = { creative: { id: string }; standing: string; outlets: number; version: number; time_zone: string };
  type Queue = { data: Queued[] };
  const queue = () => call<Queue>('owner', { method: 'GET', url: '/creatives' });
  const [first] = (await queue()).data;
  expect(first).toMatchObject({ standing: 'accepted', outlets: 1, time_zone: flight.time_zone });
  await call('owner', {
    url: `/creative-queue/${first?.creative.id}/refuse`,
    body: { reason: 'Our bar sells another one.', version: first?.version },
  });
  expect((await queue()).data[0]?.standing).toBe('refused');
  flight = await call('manager', { method: 'GET', url: `/flights/${flight.id}` });
  expect(flight.creatives[0]?.refusals).toMatchObject([
    { customer: 'Pier House', reason: 'Our bar sells another one.' },
  ]);
  const policy = await call<{ version: number }>('owner', { method: 'GET', url: '/creative-policy' });
  const body = { review_each: false, blocked_categories: ['food_and_drink'], version: policy.version };
  await call('owner', { method: 'PUT', url: '/creative-policy', body });
  const forecast = await call<{ outlets: number; blocked_outlets: number }>('manager', {
    method: 'GET',
    url: '/flights/forecast?category=food_and_drink&starts=2026-11-22&ends=2026-11-30&model=cpm&budget=100',
  });
  expect([forecast.outlets, forecast.blocked_outlets]).toEqual([0, 1]);
});

test('returns the table, the pacing and the outlets of a flight', async () => {
  // The plan begins with the approval just now, at 6:00 in its time zone. So 18 hours of this day and 29 more days
  // remain.
  server.clock.ms += MINUTE_MS;
  const list = await call<{ data: { state: string; budget: number }[]; total: number }>('viewer', {
    method: 'GET',
    url: '/campaigns?state=live&sort=-spent&q=cold',
  });
  expect(list).toMatchObject({ total: 1, data: [{ state: 'live', budget: 400 }] });
  expect((await call<{ total: number }>('stranger', { method: 'GET', url: '/campaigns' })).total).toBe(0);
  const pacing = await call<{ budget: number; days: { day: string }[]; today: { planned: number } }>('viewer', {
    method: 'GET',
    url: `/flights/${flight.id}/pacing`,
  });
  expect(pacing).toMatchObject({ budget: 400, spent: 0, forecast_spent: 0, days: [{ day: '2026-11-21' }] });
  expect(pacing.today.planned).toBeCloseTo((400 * 18) / (18 + 29 * 24), 5);
  await act('manager', 'cancel');
  expect([flight.state, flight.acts]).toEqual(['cancelled', ['archive']]);
});

test('managers set, re-encode and remove a property’s own picture', async () => {
  const image = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#b52' } })
    .png()
    .toBuffer();
  const put = (who: keyof typeof people, query: string, payload: Buffer | object = image, type = 'image/png') =>
    server.app.inject({
      method: 'PUT',
      url: `/api/house-picture?${query}`,
      payload,
      headers: { ...people[who], 'content-type': type },
    });
  const empty = { picture: null, can_edit: true };
  expect(await call('owner', { method: 'GET', url: '/house-picture' })).toMatchObject(empty);
  expect((await put('manager', 'seconds=10')).statusCode).toBe(403);
  expect((await put('owner', 'seconds=99')).statusCode).toBe(400);
  expect((await put('owner', 'seconds=10&target=http%3A%2F%2Fx.example')).statusCode).toBe(400);
  expect((await put('owner', 'seconds=10', {}, 'application/json')).statusCode).toBe(415);
  const set = await put('owner', 'seconds=10&target=https%3A%2F%2Fpier.example');
  expect(set.json()).toMatchObject({
    picture: { type: 'image/png', width: 900, height: 600, seconds: 10, target: 'https://pier.example/' },
  });
  for (const _ of ['set', 'as it is'])
    expect((await put('owner', 'seconds=12')).json().picture).toMatchObject({ seconds: 12, target: '' });
  expect((await server.app.inject({ url: set.json().picture.url })).statusCode).toBe(200);
  expect(await call('owner', { method: 'DELETE', url: '/house-picture' })).toMatchObject(empty);
  const acts = await server.accounts
    .selectFrom('audit_log')
    .select('action')
    .where('action', 'like', 'house-picture.%')
    .orderBy('at')
    .execute();
  expect(acts.map(({ action }) => action)).toEqual(['house-picture.set', 'house-picture.set', 'house-picture.removed']);
});
