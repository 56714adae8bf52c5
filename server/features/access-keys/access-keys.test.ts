import { v4 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccessKey, IssuedKey } from '#contract/access-keys.ts';
import type { CustomerDetail } from '#contract/customers.ts';
import type { OutletDetail } from '#contract/outlets.ts';
import { DAY_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeOutlet, makeUser } from '../../testing/makers.ts';

let server: TestApp;
let admin: { authorization: string };
let outlet: { id: string; eui: string };
let customer: { id: string; name: string };
beforeAll(async () => {
  server = await createTestApp();
  admin = await server.as(await makeUser(server.accounts, { role: 'admin', email: 'boss@example.com' }));
  customer = await makeCustomer(server.accounts, { name: 'Keyed Hotels' });
  outlet = await makeOutlet(server.accounts, { customerId: customer.id });
});
afterAll(() => server.close());

const post = (url: string, payload?: object) =>
  server.app.inject({ method: 'POST', url: `/api/admin/keys${url}`, headers: admin, ...(payload ? { payload } : {}) });
const issue = async (owner: object) => (await post('', { label: 'bench', ...owner })).json<IssuedKey>();
const outletDetail = async () =>
  (await server.app.inject({ url: `/api/admin/outlets/${outlet.id}`, headers: admin })).json<OutletDetail>();
const keyOf = async (prefix: string): Promise<AccessKey> => {
  const key = (await outletDetail()).keys.find((one) => one.prefix === prefix);
  if (key === undefined) throw new Error(`no key ${prefix}`);
  return key;
};

/** Reports a heartbeat with the key. Returns the response status. */
async function report({ key }: { key: string }, eui = outlet.eui): Promise<number> {
  const event = { id: newId(), type: 'heartbeat', eui, timestamp: new Date(server.clock.ms).toISOString() };
  const headers = { authorization: `Bearer ${key}` };
  return (await server.app.inject({ method: 'POST', url: '/api/ingest/events', headers, payload: [event] })).statusCode;
}

test('shows a new key once, and no list, log or later response contains it', async () => {
  const answer = await post('', { outlet_id: outlet.id, label: ' field  test ' });
  expect(answer.headers['cache-control']).toBe('no-store');
  const made = answer.json<IssuedKey>();
  expect(made).toMatchObject({ eui: outlet.eui, previous_ends_at: null, prefix: made.key.slice(0, 10) });
  expect(await report(made)).toBe(200);
  expect(await keyOf(made.prefix)).toMatchObject({
    label: 'field test',
    status: 'good',
    created_at: new Date(TEST_NOW).toISOString(),
    revoked_at: null,
    last_used_at: new Date(TEST_NOW).toISOString(),
  });
  const rows = [
    ...(await server.accounts.selectFrom('audit_log').selectAll().execute()),
    ...(await server.accounts.selectFrom('access_keys').selectAll().execute()),
    await outletDetail(),
  ];
  expect(JSON.stringify(rows)).toContain(made.prefix);
  expect(JSON.stringify(rows)).not.toContain(made.key);
});

test('a rotated key works together with its successor until the overlap ends', async () => {
  const old = await issue({ outlet_id: outlet.id });
  const answer = await post(`/${(await keyOf(old.prefix)).id}/rotate`, { overlap_hours: 24 });
  const successor = answer.json<IssuedKey>();
  expect(successor.previous_ends_at).toBe(new Date(TEST_NOW + DAY_MS).toISOString());
  expect(await keyOf(old.prefix)).toMatchObject({ status: 'ending', ends_at: successor.previous_ends_at });
  expect([await report(old), await report(successor)]).toEqual([200, 200]);
  server.clock.ms = TEST_NOW + DAY_MS;
  admin = await server.asRole('admin');
  expect([await report(old), await report(successor)]).toEqual([401, 200]);
  expect(await keyOf(old.prefix)).toMatchObject({ status: 'ended' });
  expect((await post(`/${(await keyOf(old.prefix)).id}/rotate`, { overlap_hours: 0 })).statusCode).toBe(409);
  server.clock.ms = TEST_NOW;
});

test('a rotation without overlap and a revocation end the key immediately', async () => {
  const old = await issue({ outlet_id: outlet.id });
  const successor = (await post(`/${(await keyOf(old.prefix)).id}/rotate`, { overlap_hours: 0 })).json<IssuedKey>();
  expect([await report(old), await report(successor)]).toEqual([401, 200]);
  const { id } = await keyOf(successor.prefix);
  expect((await post(`/${id}/revoke`)).json()).toMatchObject({ status: 'revoked' });
  expect(await report(successor)).toBe(401);
  expect((await post(`/${id}/revoke`)).statusCode).toBe(409);
  const entries = await server.accounts.selectFrom('audit_log').select(['action', 'subject']).orderBy('seq').execute();
  const subject = `outlet ${outlet.eui.toUpperCase()}`;
  expect(entries.slice(-3)).toEqual(
    ['key.issued', 'key.rotated', 'key.revoked'].map((action) => ({ action, subject })),
  );
});

test('a gateway key reports for the outlets of its customer only', async () => {
  const made = await issue({ customer_id: customer.id });
  expect(made.eui).toBe(outlet.eui);
  expect(await report(made)).toBe(200);
  const other = await makeOutlet(server.accounts, { customerId: (await makeCustomer(server.accounts)).id });
  expect(await report(made, other.eui)).toBe(403);
  const detail = await server.app.inject({ url: `/api/admin/customers/${customer.id}`, headers: admin });
  expect(detail.json<CustomerDetail>().keys).toMatchObject([{ prefix: made.prefix, label: 'bench' }]);
});

test('issues no key to an advertiser or for a retired outlet', async () => {
  const sponsor = await makeCustomer(server.accounts, { kind: 'advertiser' });
  expect((await post('', { customer_id: sponsor.id, label: '' })).json()).toMatchObject({
    error: { message: expect.stringContaining('is an advertiser') },
  });
  const gone = await makeOutlet(server.accounts, { customerId: customer.id });
  await server.accounts.updateTable('outlets').set({ retired_at: 1 }).where('id', '=', gone.id).execute();
  expect((await post('', { outlet_id: gone.id, label: '' })).statusCode).toBe(409);
  for (const hours of [-1, 1.5, 721, '24'])
    expect((await post(`/${gone.id}/rotate`, { overlap_hours: hours })).statusCode).toBe(400);
});
