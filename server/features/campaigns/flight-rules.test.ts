import { expect, test } from 'vitest';
import type { CampaignDetail } from '#contract/campaigns.ts';
import type { FlightDetail } from '#contract/flight-parts.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { TEST_NOW } from '../../testing/create-test-app.ts';
import { importCall } from '../../testing/import-call.ts';
import { flightDesk, RUNS, VERSION } from './testing/open-flights.ts';

const open = flightDesk();
const { ask, set } = open;
const propose = (fields: object) =>
  open.desk.server.accounts
    .insertInto('flight_proposals')
    .values({
      flight_id: open.flight.id,
      id: 'p',
      fields: JSON.stringify(fields),
      made_at: 1,
      made_by: 'm@cascade.example',
      made_by_id: null,
    })
    .execute();

const read = async (who = 'admin'): Promise<FlightDetail> => (await ask(who, 'GET', `/flights/${open.flight.id}`)).body;
const patch = async (who: string, body: object) =>
  ask(who, 'PATCH', `/flights/${open.flight.id}`, { version: (await read()).version, ...body });

test('rejects a budget below the spend from a manager and an administrator', async () => {
  const { key } = open.flight;
  const spent = {
    advertiserKey: open.desk.advertiser.key,
    campaignKey: open.desk.campaign.key,
    flightKey: key,
    amountMicros: 60_000_000,
  };
  await open.desk.server.events.insert([
    makeStoredEvent({ ...spent, eventId: BigInt(key), timestampMs: TEST_NOW - 1000 }),
  ]);
  for (const who of ['admin', 'manager']) {
    const refused = await patch(who, { budget: 59.999999 });
    expect([who, refused.status, refused.body.error?.fields]).toEqual([
      ...[who, 400, { budget: expect.stringContaining('spent 60') }],
    ]);
  }
  expect((await patch('admin', { budget: 60 })).body).toMatchObject({ budget: 60, state: 'spent' });
  await propose({ budget_micros: 50_000_000 });
  const refused = await ask('admin', 'POST', `/flights/${open.flight.id}/approve`, { version: (await read()).version });
  expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['budget']]);
});

test('rejects a daily cap or budget below the spend plus the money that is reserved for ads', async () => {
  const { key } = open.flight;
  const terms = { budgetMicros: 100_000_000, dailyCapMicros: null, timeZone: 'UTC' };
  const { budgets } = open.desk.server.dependencies;
  const charge = { eventId: 7n, flightKey: key, amountMicros: 30_000_000, timestampMs: TEST_NOW };
  await budgets.reserve([charge], () => terms);
  await budgets.lease(
    [{ flightKey: key, mostMicros: 5_000_000, leastMicros: 1, forMs: MINUTE_MS, done: null }],
    () => terms,
  );
  for (const [field, least] of [
    ['daily_cap', 35],
    ['budget', 35],
  ] as const)
    for (const who of ['admin', 'manager']) {
      const refused = await patch(who, { [field]: least - 0.000001 });
      expect([who, refused.status, refused.body.error?.fields]).toEqual([
        ...[who, 400, { [field]: expect.stringMatching(/spent 30( today)?, and 5 is reserved/) }],
      ]);
    }
  expect((await patch('admin', { daily_cap: 60 })).body.fields).toMatchObject({ daily_cap: 60 });
  // A batch that read the flight earlier does not know the cap.
  const late = { eventId: 8n, flightKey: key, amountMicros: 25_000_001, timestampMs: TEST_NOW };
  const beyond = { ...late, eventId: 9n, amountMicros: 30_000_001 };
  const { overBudget, held } = await budgets.reserve([late, beyond], () => terms);
  // Money that is reserved for ads may become free again, but spent money cannot.
  expect({ overBudget, held }).toEqual({ overBudget: new Set([9n]), held: new Set([8n]) });
  expect((await patch('admin', { daily_cap: 35 })).body.fields).toMatchObject({ daily_cap: 35 });
  const wish = { flightKey: key, mostMicros: 1, leastMicros: 1, forMs: MINUTE_MS, done: null };
  expect(await budgets.lease([wish], () => ({ ...terms, dailyCapMicros: 60_000_000 }))).toEqual([null]);
});

test('an import cannot lower a budget or cap below what the flight has spent and reserved', async () => {
  const terms = { budgetMicros: 100_000_000, dailyCapMicros: null, timeZone: 'UTC' };
  const { budgets } = open.desk.server.dependencies;
  await budgets.reserve(
    [{ eventId: 8n, flightKey: open.flight.key, amountMicros: 30_000_000, timestampMs: TEST_NOW }],
    () => terms,
  );
  const head = 'advertiser,campaign,flight,starts,ends,budget,model,price,daily_cap';
  const [starts, ends] = [RUNS.starts_at, RUNS.ends_at].map((ms) => new Date(ms).toISOString());
  const line = (budget: string, cap: string) =>
    `Cascade,Cold brew,${open.flight.code},${starts},${ends},${budget},cpm,10,${cap}`;
  const headers = await open.desk.server.asRole('admin');
  const send = async (budget: string, cap: string) =>
    (
      await open.desk.server.app.inject(
        importCall('/admin/campaigns/import', `${head}\n${line(budget, cap)}\n`, { dryRun: true, headers }),
      )
    ).json();
  const refused = (await send('29.99', '29.99')).findings as { column: string; problem: string }[];
  expect(refused.map(({ column }) => column)).toEqual(['budget', 'daily_cap']);
  expect((await send('30', '30')).findings).toEqual([]);
});

test('a proposal contains only changed fields, and the decision validates its result', async () => {
  const form = { budget: 100, visitor_cap: null, pacing: 'even', daily_cap: 30 };
  expect((await patch('manager', form)).body.proposal.changes).toEqual([
    { field: 'daily_cap', before: 'none', after: '30' },
  ]);
  const newer = await patch('admin', { budget: 250 });
  expect(newer.body.proposal.changes).toHaveLength(1);
  const decided = await ask('admin', 'POST', `/flights/${open.flight.id}/approve`, { version: newer.body.version });
  expect(decided.body).toMatchObject({ budget: 250, fields: { daily_cap: 30 }, proposal: null });
  const nowhere = { states: ['XX'] };
  expect((await patch('manager', { targets: nowhere })).body.error?.fields).toHaveProperty('targets');
  expect((await patch('admin', { targets: nowhere })).body.error?.fields).toHaveProperty('targets');
  await set({ starts_at: TEST_NOW + 9 * DAY_MS });
  await propose({ ends_at: TEST_NOW + 8 * DAY_MS });
  const stale = await ask('admin', 'POST', `/flights/${open.flight.id}/approve`, { version: VERSION });
  expect([stale.status, Object.keys(stale.body.error.fields)]).toEqual([400, ['ends']]);
  const cancelled = await ask('manager', 'POST', `/flights/${open.flight.id}/cancel`, { version: VERSION });
  expect(cancelled.body).toMatchObject({ state: 'cancelled', proposal: null });
  const late = await ask('admin', 'POST', `/flights/${open.flight.id}/approve`, { version: cancelled.body.version });
  expect(late.status).toBe(409);
});

test('an administrator approves what was reviewed: sponsor, category and zone cannot change after submission', async () => {
  const { accounts } = open.desk.server;
  await set({ state: 'in_review', approved_at: null });
  const { body } = await ask('manager', 'GET', `/campaigns/${open.desk.campaign.id}`);
  const { version }: CampaignDetail = body;
  await accounts.deleteFrom('flight_prices').where('flight_id', '!=', open.flight.id).execute();
  await accounts.updateTable('flights').set({ state: 'cancelled' }).where('id', '!=', open.flight.id).execute();
  const refused = await ask('manager', 'PATCH', `/campaigns/${open.desk.campaign.id}`, {
    version,
    category: 'alcohol',
  });
  expect([refused.status, Object.keys(refused.body.error?.fields ?? {})]).toEqual([409, ['category']]);
});

test('changes prices of an imported flight, of another model in review, and from the start of a moved flight', async () => {
  const { accounts } = open.desk.server;
  const prices = () =>
    accounts
      .selectFrom('flight_prices')
      .selectAll()
      .where('flight_id', '=', open.flight.id)
      .orderBy('valid_from')
      .execute();
  expect((await read()).fields.model).toBe('cpm');
  expect((await patch('admin', { price: 3, price_from: '2026-11-20' })).body.error.fields).toHaveProperty('price_from');
  expect((await patch('admin', { price_from: '2026-12-20' })).body.error?.fields).toHaveProperty('price');
  expect((await patch('manager', { price: 3 })).status).toBe(403);
  expect((await patch('admin', { price: 3 })).status).toBe(200);
  expect(await prices()).toMatchObject([
    { valid_from: 0 },
    { model: 'cpm', price_micros: 3_000_000, valid_from: TEST_NOW },
  ]);

  const card = { id: 'r', model: 'cpc' as const, venue_type: '', price_micros: 500_000, valid_from: 1 };
  await accounts.insertInto('rate_card').values(card).execute();
  const fresh = { state: 'draft', approved_at: null, price_model: 'cpm', price_source: 'own' };
  await set(fresh);
  await patch('admin', { price: 4 });
  const { version } = await read();
  expect((await patch('admin', { price: 4 })).body.version).toBe(version);
  expect(await prices()).toMatchObject([{ model: 'cpm', price_micros: 4_000_000, valid_from: RUNS.starts_at }]);
  await patch('manager', { starts: '2026-11-10' });
  expect((await read()).missing).toEqual({});
  expect((await patch('manager', { model: 'cpc' })).body).toMatchObject({
    price_source: 'card',
    prices: [{ model: 'cpc', price: 0.5 }],
  });

  await set({ ...fresh, state: 'in_review' });
  const other = await patch('admin', { model: 'cpc' });
  expect(other.body.prices).toMatchObject([{ model: 'cpc', price: 0.5 }]);
  expect(
    (await ask('admin', 'POST', `/flights/${open.flight.id}/approve`, { version: other.body.version })).status,
  ).toBe(200);
  expect(await prices()).toMatchObject([{ model: 'cpc', price_micros: 500_000 }]);
});

test('compares a new price for all venues with the current price for all venues', async () => {
  const { accounts } = open.desk.server;
  await set({ price_model: 'cpm' });
  const from = TEST_NOW + DAY_MS;
  const typed = {
    id: `t-${open.flight.id}`,
    flight_id: open.flight.id,
    model: 'cpm' as const,
    price_micros: 9,
    valid_from: from,
  };
  await accounts
    .insertInto('flight_prices')
    .values({ ...typed, venue_type: 'hotel' })
    .execute();
  const answer = await patch('admin', { price: 3, price_from: new Date(from).toISOString() });
  expect(answer.status, answer.text).toBe(200);
});

test('codes and names are unique, even with concurrent requests and in any letter case', async () => {
  const drafts = await Promise.all(
    Array.from({ length: 6 }, () => ask('manager', 'POST', `/campaigns/${open.desk.campaign.id}/flights`, {})),
  );
  expect(drafts.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(new Set(drafts.map(({ body }) => body.code)).size).toBe(6);
  const squat = await ask('manager', 'POST', `/campaigns/${open.desk.campaign.id}/flights`, {
    code: open.flight.code.toLowerCase(),
  });
  expect([squat.status, Object.keys(squat.body.error?.fields ?? {})]).toEqual([409, ['code']]);
  const body = { name: 'Two at once', sponsor: '', category: 'other', time_zone: 'UTC' };
  const made = await Promise.all([0, 1].map(() => ask('manager', 'POST', '/campaigns', body)));
  expect(made.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('answers many concurrent requests, because the checks run before a transaction holds a connection', async () => {
  const draft = { state: 'draft', approved_at: null };
  const ids = await Promise.all(Array.from({ length: 14 }, async () => (await open.desk.addFlight(draft)).id));
  const answers = await Promise.all(
    ids.map((id) => ask('manager', 'POST', `/flights/${id}/submit`, { version: VERSION })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(14).fill(200));
});

test('the history names colleagues only, not administrators, former administrators or people of an owner', async () => {
  await ask('manager', 'POST', `/flights/${open.flight.id}/pause`, { version: VERSION });
  const { version } = await read();
  await ask('admin', 'POST', `/flights/${open.flight.id}/resume`, { version });
  const refused = await ask('owner', 'POST', `/creative-queue/${open.flight.creativeId}/refuse`, {
    reason: 'Ours is better.',
    version: 0,
  });
  expect(refused.status, refused.text).toBe(200);
  const { accounts } = open.desk.server;
  await accounts.updateTable('users').set({ role: 'unassigned' }).where('email', '=', 'boss@network.example').execute();
  const { body, text } = await ask('viewer', 'GET', `/flights/${open.flight.id}/history`);
  await accounts.updateTable('users').set({ role: 'admin' }).where('email', '=', 'boss@network.example').execute();
  expect(text).not.toMatch(/boss@|keeper@/);
  expect(body.data.map(({ by }: { by: string }) => by)).toEqual([
    'Pier House',
    'an administrator',
    'm@cascade.example',
  ]);
});

test('shows a proposed creative of an approved flight only after an approval, and never a declined one', async () => {
  const send = (who: string, name: string) =>
    open.desk.sendPicture(who, `/flights/${open.flight.id}/creatives?name=${name}`);
  const shown = async () => (await read()).creatives.map(({ name }) => name);
  const decide = async (act: string, body: object = {}) =>
    ask('admin', 'POST', `/flights/${open.flight.id}/${act}`, { version: (await read()).version, ...body });
  const proposed = await send('manager', 'Tall');
  expect([proposed.status, proposed.body.proposal?.changes], proposed.text).toEqual([
    ...[200, [{ field: 'creatives', before: 'Wide (10 s)', after: 'Wide (10 s), Tall (12 s)' }]],
  ]);
  expect(proposed.body.proposal.creatives_added).toMatchObject([
    { name: 'Tall', url: expect.stringContaining('/api/') },
  ]);
  expect((await patch('manager', { budget: 250 })).body.proposal.changes).toHaveLength(2);
  expect(
    (await ask('manager', 'DELETE', `/flights/${open.flight.id}/creatives/${open.flight.creativeId}`)).status,
  ).toBe(200);
  expect([await shown(), (await read()).budget]).toEqual([['Wide'], 100]);
  expect((await ask('owner', 'GET', '/creatives?q=tall')).body.total).toBe(0);
  const waiting = (await ask('admin', 'GET', `/flights/reviews?q=${open.flight.code}`)).body.data;
  const own = waiting.find(({ flight: { id } }: { flight: { id: string } }) => id === open.flight.id);
  expect(own).toMatchObject({ kind: 'change', creatives: [{ name: 'Tall' }] });
  expect((await decide('approve')).body).toMatchObject({ budget: 250, proposal: null, creatives: [{ name: 'Tall' }] });
  expect((await ask('owner', 'GET', '/creatives?q=tall')).body.total).toBe(1);
  await send('manager', 'Broad');
  expect((await decide('return', { reason: 'Blurred.' })).body.proposal).toBeNull();
  expect(await shown()).toEqual(['Tall']);
});

test('a proposal of creatives can be withdrawn, and never leaves a flight without a picture', async () => {
  const drop = (id: string) => ask('manager', 'DELETE', `/flights/${open.flight.id}/creatives/${id}`);
  expect((await drop(open.flight.creativeId)).status).toBe(409);
  const { body } = await open.desk.sendPicture('manager', `/flights/${open.flight.id}/creatives?name=Tall`);
  const [{ id }] = body.proposal.creatives_added;
  expect((await drop(open.flight.creativeId)).body.proposal.creatives_removed).toEqual([open.flight.creativeId]);
  expect((await drop(id)).status).toBe(409);
  expect((await ask('stranger', 'DELETE', `/flights/${open.flight.id}/creatives/${id}`)).status).toBe(404);
  const { version } = await read();
  const withdrawn = await ask('manager', 'POST', `/flights/${open.flight.id}/cancel`, { version, proposal: true });
  expect(withdrawn.body).toMatchObject({ state: 'live', proposal: null, creatives: [{ name: 'Wide' }] });
});

test('rejects a decision on a creative that is based on an outdated version', async () => {
  const decide = (what: string, version: number, reason = 'So.') =>
    ask('owner', 'POST', `/creative-queue/${open.flight.creativeId}/${what}`, {
      ...(what === 'refuse' ? { reason } : {}),
      version,
    });
  const both = await Promise.all([decide('accept', 0), decide('refuse', 0)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const version: number = both.find(({ status }) => status === 200)?.body.version;
  expect((await decide('accept', 0)).status).toBe(409);
  const next = await decide('refuse', version, 'So it is.');
  expect([next.status, next.body.standing], next.text).toEqual([200, 'refused']);
  // Repeating the last decision changes nothing.
  expect((await decide('refuse', next.body.version, 'So it is.')).body).toEqual(next.body);
  expect((await decide('accept', version)).status).toBe(409);
  expect((await decide('accept', next.body.version)).body.standing).toBe('accepted');
});

test('shows an owner the decisions of administrators without their email addresses', async () => {
  const { id } = open.desk.owner;
  const decided = await ask('admin', 'POST', `/creative-queue/${open.flight.creativeId}/refuse`, {
    reason: 'So.',
    cid: id,
    version: 0,
  });
  expect(decided.status, decided.text).toBe(200);
  const { text } = await ask('owner', 'GET', '/creatives');
  expect(text).not.toContain('boss@');
});
