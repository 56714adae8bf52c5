import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TODO_ITEMS, TODO_KINDS, type TodoGroup, type TodoKind } from '#contract/todo.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCampaign, makeCustomer, makeFlight, makeUser } from '../../testing/makers.ts';

type Headers = { authorization: string };
type Answer = { total: number; data: TodoGroup[] };

let server: TestApp;
let admin: Headers;
let owner: Headers;
let advertiser: Headers;
let otherAdvertiser: Headers;
let advertiserId: string;
/** Flight codes are unique. */
let rounds = 0;

beforeAll(async () => {
  server = await createTestApp();
  const { accounts } = server;
  const [property, one, other] = [
    await makeCustomer(accounts, { name: 'Pier House' }),
    await makeCustomer(accounts, { kind: 'advertiser', name: 'Cascade' }),
    await makeCustomer(accounts, { kind: 'advertiser', name: 'Ridge' }),
  ];
  advertiserId = one.id;
  admin = await server.asRole('admin');
  owner = await server.as(await makeUser(accounts, { role: 'property', customerId: property.id }));
  advertiser = await server.as(await makeUser(accounts, { role: 'advertiser', customerId: one.id }));
  otherAdvertiser = await server.as(await makeUser(accounts, { role: 'advertiser', customerId: other.id }));
});
afterAll(() => server.close());

async function todoOf(headers: Headers): Promise<Answer> {
  const answer = await server.app.inject({ url: '/api/todo', headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Answer>();
}
const groupOf = async (headers: Headers, kind: TodoKind) =>
  (await todoOf(headers)).data.find((group) => group.kind === kind);

async function addFlights(count: number, state: 'in_review' | 'returned'): Promise<string[]> {
  const campaign = await makeCampaign(server.accounts, { customerId: advertiserId, name: `Winter ${state}` });
  const ids: string[] = [];
  rounds += 1;
  for (let at = 0; at < count; at += 1) {
    const { id } = await makeFlight(server.accounts, { campaignId: campaign.id, code: `FLIGHT-${rounds}-${at}` });
    const since = TEST_NOW - (count - at) * MINUTE_MS;
    const fields = { state, submitted_at: since, updated_at: since, return_reason: 'The budget is too small.' };
    await server.accounts.updateTable('flights').set(fields).where('id', '=', id).execute();
    ids.push(id);
  }
  return ids;
}

test('a group counts everything and names the items that have waited longest', async () => {
  const ids = await addFlights(TODO_ITEMS + 2, 'in_review');
  const group = await groupOf(admin, 'flight_review');
  expect(group?.count).toBe(TODO_ITEMS + 2);
  expect(group?.items.map(({ id }) => id)).toEqual(ids.slice(0, TODO_ITEMS));
  expect(group?.items[0]).toMatchObject({
    name: 'FLIGHT-1-0, Winter in_review',
    about: 'Cascade',
    path: `/admin/campaigns/flight/${ids[0]}`,
  });
  const { total, data } = await todoOf(admin);
  expect(total).toBe(data.reduce((sum, { count }) => sum + (count ?? 0), 0));
  await server.accounts.updateTable('flights').set({ state: 'approved' }).where('id', 'in', ids).execute();
  expect(await groupOf(admin, 'flight_review')).toBeUndefined();
});

test('an advertiser sees its own returned flights with the reason, and no other organization does', async () => {
  await addFlights(1, 'returned');
  expect((await groupOf(advertiser, 'returned_flight'))?.items).toMatchObject([
    { name: 'FLIGHT-2-0, Winter returned', about: 'The budget is too small.' },
  ]);
  expect(await groupOf(otherAdvertiser, 'returned_flight')).toBeUndefined();
});

test('an owner without a payout account is asked for one', async () => {
  expect(await groupOf(owner, 'payout_account')).toMatchObject({ count: 1, items: [{ path: '/app/documents' }] });
});

test('each role gets only its own kinds, and other roles get nothing', async () => {
  for (const [role, headers] of [
    ['admin', admin],
    ['property', owner],
    ['advertiser', advertiser],
  ] as const)
    for (const { kind } of (await todoOf(headers)).data) expect(TODO_KINDS[kind], kind).toContain(role);
  expect(await todoOf(await server.asRole('full'))).toEqual({ total: 0, data: [] });
});

describe('a part that cannot be read', () => {
  test('says so, and the other parts are still right', async () => {
    const ids = await addFlights(2, 'in_review');
    await server.accounts.schema.alterTable('contact_messages').renameTo('contact_messages_away').execute();
    try {
      const { data } = await todoOf(admin);
      expect(data.find(({ kind }) => kind === 'message')).toEqual({ kind: 'message', count: null, items: [] });
      expect(data.find(({ kind }) => kind === 'flight_review')?.count).toBe(2);
    } finally {
      await server.accounts.schema.alterTable('contact_messages_away').renameTo('contact_messages').execute();
      await server.accounts.updateTable('flights').set({ state: 'approved' }).where('id', 'in', ids).execute();
    }
  });
});
