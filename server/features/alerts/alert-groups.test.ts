import type { Static } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlertRule, acknowledgeAlerts, listAlertGroups } from '#contract/alerts.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser, makeVenue } from '../../testing/makers.ts';

type Headers = { authorization: string };
type Groups = Static<(typeof listAlertGroups.schema.response)[200]>;
type Acknowledged = Static<(typeof acknowledgeAlerts.schema.response)[200]>;

let server: TestApp;
let owner: Headers;
let admin: Headers;
let harborId: string;
let quayId: string;
let betaId: string;

const idOf = (at: number): string => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`;

type Made = { rule: AlertRule; venue?: string; customer?: string | null; names?: string[]; sinceMs?: number | null };

async function make(at: number, { rule, venue, customer = null, names = [], sinceMs = null }: Made, over = {}) {
  const affected = names.map((name) => ({ id: name, name }));
  await server.accounts
    .insertInto('alerts')
    .values({
      id: idOf(at),
      cause: `made/${at}`,
      rule,
      customer_id: customer,
      venue_id: venue ?? null,
      title: `Alert ${at}`,
      affected: JSON.stringify(affected),
      affected_count: names.length,
      affected_names: names.join('\n'),
      path: '/app/outlets',
      since_at: sinceMs,
      raised_at: TEST_NOW - at,
      ...over,
    })
    .execute();
}

beforeAll(async () => {
  server = await createTestApp();
  const { accounts } = server;
  const alpha = await makeCustomer(accounts, { name: 'Alpha Hotels' });
  const beta = await makeCustomer(accounts, { name: 'Beta Bars' });
  betaId = beta.id;
  harborId = (await makeVenue(accounts, { customerId: alpha.id, name: 'Harbor Hotel' })).id;
  quayId = (await makeVenue(accounts, { customerId: alpha.id, name: 'Quay Hotel' })).id;
  owner = await server.as(await makeUser(accounts, { role: 'property', customerId: alpha.id }));
  admin = await server.asRole('admin');
  const harbor = { venue: harborId, customer: alpha.id };
  await make(1, { rule: 'outlet_silent', ...harbor, names: ['Bar 1', 'Bar 2'], sinceMs: TEST_NOW - DAY_MS });
  await make(2, { rule: 'outlet_silent', ...harbor, names: ['Lobby'], sinceMs: TEST_NOW - 3 * DAY_MS });
  await make(3, { rule: 'fault', ...harbor, names: ['Café'], sinceMs: TEST_NOW - HOUR_MS });
  await make(4, { rule: 'venue_silent', venue: quayId, customer: alpha.id, names: ['Desk'] }, { acknowledged_at: 1 });
  await make(5, { rule: 'outlet_silent', ...harbor, names: ['Bar 1'] }, { ended_at: TEST_NOW });
  await make(6, { rule: 'flight_behind', customer: betaId, names: ['F-1'] });
  await make(7, { rule: 'disk_low' });
  await make(8, { rule: 'document_final', customer: alpha.id });
});
afterAll(() => server.close());

async function groups(headers: Headers, query = ''): Promise<Groups> {
  const answer = await server.app.inject({ url: `/api/alert-groups${query}`, headers });
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json();
}
const named = async (headers: Headers, query = '') =>
  (await groups(headers, query)).data.map(({ alerts, place, rule, state }) => [place.name, rule, state, alerts]);

const acknowledge = (headers: Headers, payload: object) =>
  server.app.inject({ method: 'POST', url: '/api/alerts/acknowledge', headers, payload });

test('groups alerts by place, rule and state: open ones first, then by severity', async () => {
  const all = await groups(owner);
  expect(all).toMatchObject({ total: 5, unread: 6, open: 4, acknowledged: 1 });
  expect(await named(owner)).toEqual([
    ['Harbor Hotel', 'fault', 'open', 1],
    ['Harbor Hotel', 'outlet_silent', 'open', 2],
    ['Alpha Hotels', 'document_final', 'open', 1],
    ['Quay Hotel', 'venue_silent', 'acknowledged', 1],
    ['Harbor Hotel', 'outlet_silent', 'resolved', 1],
  ]);
  expect(all.data[1]).toMatchObject({
    place: { id: harborId },
    severity: 'warning',
    affected: 3,
    since: new Date(TEST_NOW - 3 * DAY_MS).toISOString(),
    alert: null,
  });
  expect(all.data[0]).toMatchObject({ severity: 'critical', alert: { title: 'Alert 3', affected_count: 1 } });
});

test('filters by state, severity and rule, searches names, sorts, and divides into pages', async () => {
  expect((await named(owner, '?state=active')).length).toBe(4);
  expect(await named(owner, '?state=acknowledged')).toEqual([['Quay Hotel', 'venue_silent', 'acknowledged', 1]]);
  expect(await named(owner, '?severity=critical&state=open')).toEqual([['Harbor Hotel', 'fault', 'open', 1]]);
  expect(await named(owner, '?rule=outlet_silent&state=open')).toEqual([['Harbor Hotel', 'outlet_silent', 'open', 2]]);
  for (const [text, rules] of [
    ['lobby', ['outlet_silent']],
    ['CAFÉ', ['fault']],
    ['quay', ['venue_silent']],
    ['alert 8', ['document_final']],
    ['*', []],
  ] as const)
    expect((await named(owner, `?q=${encodeURIComponent(text)}&state=active`)).map(([, rule]) => rule)).toEqual(rules);
  expect((await named(owner, '?sort=since&state=open')).map(([, rule]) => rule)).toEqual([
    ...['outlet_silent', 'fault', 'document_final'],
  ]);
  expect((await named(owner, '?sort=place&state=open'))[0]?.[0]).toBe('Alpha Hotels');
  expect((await named(owner, '?limit=2&page=2')).map(([, rule]) => rule)).toEqual(['document_final', 'venue_silent']);
  const listed = await server.app.inject({
    url: `/api/alerts?place=${harborId}&rule=outlet_silent&state=open`,
    headers: owner,
  });
  expect(listed.json<{ data: { title: string }[] }>().data.map(({ title }) => title)).toEqual(['Alert 2', 'Alert 1']);
  expect((await named(admin, '?state=open')).map(([name]) => name)).toEqual([
    ...['', 'Harbor Hotel', 'Beta Bars', 'Harbor Hotel'],
  ]);
});

test('acknowledges a group and a selection, and says which alerts it did not acknowledge and why', async () => {
  expect((await acknowledge(owner, {})).statusCode).toBe(400);
  const stranger = await server.asRole('property', betaId);
  // Another organization's group has nothing that this user can see.
  const strange = await acknowledge(stranger, { groups: [{ place: harborId, rule: 'outlet_silent' }], ids: [idOf(3)] });
  expect(strange.json()).toEqual({
    acknowledged: 0,
    refused: [{ id: idOf(3), title: '', reason: 'There is no such alert that you can see.' }],
  });
  const none = await acknowledge(owner, { groups: [{ place: harborId, rule: 'outlet_silent' }], q: 'nowhere' });
  expect(none.json<Acknowledged>()).toEqual({ acknowledged: 0, refused: [] });
  const answer = await acknowledge(owner, {
    groups: [{ place: harborId, rule: 'outlet_silent' }],
    ids: [idOf(1), idOf(3), idOf(4), idOf(5), idOf(6), idOf(8)],
  });
  const { acknowledged, refused } = answer.json<Acknowledged>();
  expect([acknowledged, refused.map(({ id, reason }) => [id, reason]).toSorted()]).toEqual([
    3,
    [
      [idOf(4), 'It is already acknowledged.'],
      [idOf(5), 'The problem is already over.'],
      [idOf(6), 'There is no such alert that you can see.'],
      [idOf(8), 'This is news, which needs no acknowledgment.'],
    ],
  ]);
  expect(await groups(owner)).toMatchObject({ open: 1, acknowledged: 4 });
  const entries = await server.accounts
    .selectFrom('audit_log')
    .select(['subject', 'detail'])
    .where('action', '=', 'alert.acknowledged')
    .execute();
  expect(entries.map(({ subject, detail }) => [subject, JSON.parse(detail)])).toEqual([
    ['3 alerts', { alerts: 'Alert 1; Alert 3; Alert 2' }],
  ]);
});
