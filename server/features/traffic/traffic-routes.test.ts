import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Objection } from '#contract/objections.ts';
import type { InvalidTraffic } from '#contract/traffic.ts';
import type { TrafficRulesVersions, TrafficTrial } from '#contract/traffic-rules.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import {
  makeCampaign,
  makeCustomer,
  makeFlight,
  makeKey,
  makeOutlet,
  makeUser,
  makeVenue,
} from '../../testing/makers.ts';

/*
 * What every party sees of invalid traffic, and the results of an objection (docs/business-rules.md#invalid-traffic).
 */

const EUI = '00000000000000c1';
const DAY = new Date(TEST_NOW - DAY_MS).toISOString().slice(0, 10);
const VISITOR = 'c1'.repeat(16);

const NO_CLICKS = { clicks_before: 0, clicks_after: 0 };
let server: TestApp;
let laid: Awaited<ReturnType<typeof lay>>;
let counter = 0;

async function lay() {
  const { accounts } = server;
  const owner = await makeCustomer(accounts, { kind: 'property', name: 'Pier House' });
  const advertiser = await makeCustomer(accounts, { kind: 'advertiser', name: 'Sparkle' });
  const venue = await makeVenue(accounts, { customerId: owner.id, timeZone: 'UTC' });
  const outlet = await makeOutlet(accounts, { eui: EUI, customerId: owner.id, venueId: venue.id });
  const campaign = await makeCampaign(accounts, { customerId: advertiser.id });
  const flight = await makeFlight(accounts, { seconds: 1, campaignId: campaign.id, model: 'flat', priceMicros: 1_003 });
  const { key } = await makeKey(accounts, { outletId: outlet.id });
  const users = {
    owner: await makeUser(accounts, { role: 'property', customerId: owner.id }),
    advertiser: await makeUser(accounts, { role: 'advertiser', customerId: advertiser.id }),
    admin: await makeUser(accounts, { role: 'admin' }),
  };
  return {
    campaign,
    flight,
    key,
    users,
    as: {
      owner: await server.as(users.owner),
      advertiser: await server.as(users.advertiser),
      admin: await server.as(users.admin),
    },
  };
}

const call = (method: 'GET' | 'POST', url: string, headers: Record<string, string>, payload?: object) =>
  server.app.inject({
    method,
    url: `/api${url}`,
    headers,
    remoteAddress: `10.2.0.${++counter % 250}`,
    ...(payload ? { payload } : {}),
  });

beforeAll(async () => {
  server = await createTestApp();
  laid = await lay();
  // One second per view, so the limit is 30 views per visitor and hour.
  await server.accounts.updateTable('traffic_rules').set({ visitor_seconds: 30 }).execute();
  const noon = Date.parse(`${DAY}T12:00:00Z`);
  const views = Array.from({ length: 33 }, (_, at) => ({
    id: crypto.randomUUID(),
    type: 'view',
    eui: EUI,
    flight: laid.flight.code,
    fingerprint: VISITOR,
    timestamp: new Date(noon + at * MINUTE_MS).toISOString(),
  }));
  const sent = await call('POST', '/ingest/events', { authorization: `Bearer ${laid.key}` }, views);
  expect(sent.json()).toMatchObject({ accepted: 33 });
});
afterAll(() => server.close());

const read = async (who: keyof typeof laid.as, query: string) =>
  (await call('GET', `/invalid-traffic?${query}`, laid.as[who])).json<InvalidTraffic>();

test('"owners and advertisers see gross, invalid by reason, and net for every day, outlet and flight, with sample events"', async () => {
  const [gross, net] = [33, 30].map((views) => ({ views, clicks: 0, burns: 0 }));
  const invalid = (withheld: number) => [{ reason: 'visitor_pace', views: 3, clicks: 0, burns: 0, withheld }];
  const own = { advertiser: 0.003009, admin: 0.003009, owner: 0.000903 };
  for (const who of ['owner', 'advertiser', 'admin'] as const) {
    const byDay = await read(who, `from=${DAY}&to=${DAY}`);
    expect(byDay.data).toEqual([{ key: DAY, name: DAY, gross, net, invalid: invalid(own[who]) }]);
    expect(byDay.samples).toHaveLength(3);
    expect(byDay.samples[0]).toMatchObject({ type: 'view', eui: EUI, reason: 'visitor_pace' });
    const byOutlet = await read(who, `from=${DAY}&to=${DAY}&by=outlet`);
    expect(byOutlet.data).toMatchObject([{ key: EUI, gross, net, invalid: invalid(own[who]) }]);
    const byFlight = await read(who, `from=${DAY}&to=${DAY}&by=flight`);
    expect(byFlight.data).toMatchObject([{ gross, net, invalid: invalid(own[who]) }]);
    expect(byFlight.total).toMatchObject({ gross, net });
    expect((await read(who, `from=${DAY}&to=${DAY}&reason=repeated`)).samples).toEqual([]);
    // The figures also agree for single flights, by the name that the reader sees.
    const name = who === 'owner' ? `%23${laid.flight.key}` : `other,${laid.flight.code}`;
    for (const by of ['day', 'outlet', 'flight'])
      expect((await read(who, `by=${by}&flight=${name}`)).total).toEqual({ gross, net, invalid: invalid(own[who]) });
    const nobodys = await read(who, `flight=${who === 'owner' ? laid.flight.code : 'nobodys'}`);
    expect(nobodys).toMatchObject({ total: { gross: { views: 0 }, invalid: [] }, data: [], samples: [] });
  }
  expect(JSON.stringify(await read('owner', `from=${DAY}&to=${DAY}&by=flight`))).not.toContain(laid.flight.code);
});

test('campaigns and flights show invalid traffic and its reasons, in every sort order', async () => {
  const judged = {
    views: 30,
    clicks: 0,
    burns: 0,
    gross: { views: 33, clicks: 0, burns: 0 },
    invalid: [{ reason: 'visitor_pace', views: 3, clicks: 0, burns: 0, withheld: 0.003009 }],
  };
  for (const who of ['advertiser', 'admin'] as const) {
    const of = async (url: string) => (await call('GET', url, laid.as[who])).json();
    for (const sort of ['name', '-views']) expect((await of(`/campaigns?sort=${sort}`)).data).toMatchObject([judged]);
    const campaign = await of(`/campaigns/${laid.campaign.id}`);
    expect(campaign).toMatchObject({ ...judged, flight_rows: [judged] });
    expect(await of(`/flights/${laid.flight.id}`)).toMatchObject({ ...judged, spent: campaign.spent });
  }
});

test('"an administrator accepts (both sides are credited by one adjustment)", once, to the micro-dollar; or declines with a reason', async () => {
  const wish = { day: DAY, eui: EUI.toUpperCase(), reason: 'visitor_pace', words: 'A school class stood there.' };
  const raised = await call('POST', '/objections', laid.as.owner, wish);
  expect(raised.json()).toMatchObject({ state: 'open', day: DAY, eui: EUI });
  expect((await call('POST', '/objections', laid.as.owner, wish)).statusCode).toBe(409);
  for (const wrong of [{ reason: 'repeated' }, { day: '2020-01-01' }, { eui: '00000000000000ff' }])
    expect((await call('POST', '/objections', laid.as.owner, { ...wish, ...wrong })).statusCode).toBe(400);
  const other = await call('POST', '/objections', laid.as.advertiser, { ...wish, words: 'We want it to count.' });
  const { id } = raised.json<Objection>();
  const answer = { reason: 'It was so.' };
  expect((await call('POST', `/objections/${id}/accept`, laid.as.owner, answer)).statusCode).toBe(403);
  const accepted = await call('POST', `/objections/${id}/accept`, laid.as.admin, answer);
  expect(accepted.json()).toMatchObject({ state: 'accepted', credited: 0.003009, customer: 'Pier House' });
  expect((await call('POST', `/objections/${id}/decline`, laid.as.admin, answer)).statusCode).toBe(409);
  const second = `/objections/${other.json<Objection>().id}`;
  expect((await call('POST', `${second}/accept`, laid.as.admin, answer)).json()).toMatchObject({ credited: 0 });
  const lines = await server.accounts.selectFrom('adjustment_lines').selectAll().execute();
  expect(lines).toMatchObject([{ flight_key: laid.flight.key, events: 3, amount_micros: 3_009, owner_micros: 903 }]);
  const listed = (await call('GET', '/objections', laid.as.owner)).json<{ data: Objection[] }>().data;
  expect(listed).toMatchObject([{ id, state: 'accepted', credited: 0.000903, answer: 'It was so.' }]);
  expect(listed[0]).not.toHaveProperty('customer');
  const mails = await server.accounts.selectFrom('mails').select(['kind', 'to_key']).execute();
  expect(mails).toContainEqual({ kind: 'objection-raised', to_key: laid.users.admin.email });
  expect(mails).toContainEqual({ kind: 'objection-accepted', to_key: laid.users.owner.email });
  const audit = await server.accounts.selectFrom('audit_log').select('action').execute();
  const actions = audit.map(({ action }) => action).filter((action) => action.startsWith('objection.'));
  const twice = (action: string) => [action, action];
  expect(actions.sort()).toEqual([...twice('objection.accepted'), ...twice('objection.raised')]);
});

test('"shows for a changed rule what it would have done to the last 30 days before it is saved"', async () => {
  const rules = {
    visitor_seconds: 20,
    outlet_pace: true,
    data_centre: true,
    silent_minutes: null,
    backfill_hours: null,
  };
  const tried = await call('POST', '/admin/traffic-rules/trial', laid.as.admin, rules);
  expect(tried.json<TrafficTrial>().data).toEqual([
    { reason: null, views_before: 30, views_after: 20, ...NO_CLICKS, amount_before: 0.03009, amount_after: 0.02006 },
    {
      reason: 'visitor_pace',
      views_before: 3,
      views_after: 13,
      ...NO_CLICKS,
      amount_before: 0.003009,
      amount_after: 0.013039,
    },
  ]);
  expect(await server.accounts.selectFrom('traffic_rules').select('made_by').execute()).toEqual([{ made_by: 'tests' }]);
});

test('rules "have versions (from when, by whom)" and hold from then on', async () => {
  const rules = {
    visitor_seconds: null,
    outlet_pace: true,
    data_centre: true,
    silent_minutes: 30,
    backfill_hours: null,
  };
  const changed = await call('POST', '/admin/traffic-rules', laid.as.admin, rules);
  expect(changed.json<TrafficRulesVersions>()).toMatchObject({
    rules,
    versions: [{ rules, by: laid.users.admin.email, from: new Date(TEST_NOW).toISOString() }, { by: 'tests' }],
  });
  // Saving unchanged rules creates no version.
  expect((await call('POST', '/admin/traffic-rules', laid.as.admin, rules)).json()).toEqual(changed.json());
  const view = { id: crypto.randomUUID(), type: 'view', eui: EUI, flight: laid.flight.code, fingerprint: VISITOR };
  const timestamp = new Date(Date.parse(`${DAY}T12:10:00Z`)).toISOString();
  const sent = await call('POST', '/ingest/events', { authorization: `Bearer ${laid.key}` }, [{ ...view, timestamp }]);
  expect(sent.json()).toMatchObject({ results: [{ status: 'accepted' }] });
  expect(sent.json<{ results: { reason?: string }[] }>().results[0]?.reason).toBeUndefined();
});

test('an administrator objects for a customer, and an objection without a matching customer is rejected', async () => {
  const wish = { day: DAY, eui: EUI, reason: 'visitor_pace', words: 'They asked by telephone.' };
  expect((await call('POST', '/objections', laid.as.admin, wish)).statusCode).toBe(400);
  const other = await makeCustomer(server.accounts, { kind: 'advertiser', name: 'Nothing here' });
  const nobody = await call('POST', `/objections?cid=${other.id}`, laid.as.admin, wish);
  expect([nobody.statusCode, nobody.json()]).toMatchObject([
    400,
    { error: { fields: { reason: expect.any(String) } } },
  ]);
});

test('customers cannot see which administrator objected for them', async () => {
  const { email, id } = laid.users.admin;
  await server.accounts.updateTable('objections').set({ raised_by: email, raised_by_id: id }).execute();
  const raisers = async (who: keyof typeof laid.as) =>
    (await call('GET', '/objections', laid.as[who])).json<{ data: Objection[] }>().data.map((one) => one.raised_by);
  expect(await raisers('owner')).toEqual(['An administrator']);
  expect(await raisers('admin')).toEqual([email, email]);
});

test('"the sum of what a flight\'s events earned never exceeds its budget": an objection credits the rest once', async () => {
  const { accounts, dependencies } = server;
  const rules = {
    visitor_seconds: 30,
    outlet_pace: true,
    data_centre: true,
    silent_minutes: null,
    backfill_hours: null,
  };
  await call('POST', '/admin/traffic-rules', laid.as.admin, rules);
  const budgetMicros = 32 * 1_003 + 500;
  const price = { model: 'flat', priceMicros: 1_003 } as const;
  const flight = await makeFlight(accounts, { seconds: 1, campaignId: laid.campaign.id, ...price });
  const setBudget = (micros: number) =>
    accounts.updateTable('flights').set({ budget_micros: micros }).where('id', '=', flight.id).execute();
  const day = new Date(TEST_NOW - 2 * DAY_MS).toISOString().slice(0, 10);
  const send = async (count: number, hour: string) => {
    const views = Array.from({ length: count }, (_, at) => ({
      id: crypto.randomUUID(),
      type: 'view',
      eui: EUI,
      flight: flight.code,
      fingerprint: VISITOR,
      timestamp: new Date(Date.parse(`${day}T${hour}:00:00Z`) + at * MINUTE_MS).toISOString(),
    }));
    const sent = await call('POST', '/ingest/events', { authorization: `Bearer ${laid.key}` }, views);
    return sent.json<{ results: { reason?: string }[] }>().results.flatMap(({ reason }) => reason ?? []);
  };
  expect(await send(33, '12')).toEqual(Array(3).fill('visitor_pace'));
  await setBudget(budgetMicros);
  const wish = { day, eui: EUI, reason: 'visitor_pace', words: 'A school class stood there.' };
  const raise = async (who: 'owner' | 'advertiser') =>
    (await call('POST', '/objections', laid.as[who], wish)).json<Objection>().id;
  const accept = async (id: string) => call('POST', `/objections/${id}/accept`, laid.as.admin, { reason: 'So.' });
  const ids = [await raise('owner'), await raise('advertiser')] as const;
  expect((await accept(ids[0])).json()).toMatchObject({ state: 'accepted', credited: 0.002006 });
  const lines = accounts.selectFrom('adjustment_lines').selectAll().where('flight_key', '=', flight.key);
  expect(await lines.execute()).toMatchObject([{ events: 2, amount_micros: 2_006, owner_micros: 602 }]);
  // The credit counts as spent from then on, for every reader. Other processes see it within a second.
  server.clock.ms += 2_000;
  const terms = { budgetMicros, dailyCapMicros: null, timeZone: 'UTC' };
  const standing = await dependencies.budgets.standing([flight.key], () => terms);
  expect(standing.get(flight.key)?.spentMicros).toBe(32 * 1_003);
  expect(await send(1, '18')).toEqual(['over_budget']);
  const refused = await accept(ids[1]);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { error: { message: expect.stringMatching(/^The flight’s budget is used up/) } },
  ]);
  await setBudget(33 * 1_003);
  expect((await accept(ids[1])).json()).toMatchObject({ state: 'accepted', credited: 0.001003 });
});
