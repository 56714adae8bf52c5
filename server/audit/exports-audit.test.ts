import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { makeCustomer, makeOutlet, makeUser } from '../testing/makers.ts';
import { registeredRoutes } from '../testing/registered-routes.ts';

let server: TestApp;
let boss: { id: string; email: string };
let owner: { id: string; email: string };
let customerId: string;
beforeAll(async () => {
  server = await createTestApp();
  customerId = (await makeCustomer(server.accounts, { name: 'Alpha Hotels' })).id;
  await makeOutlet(server.accounts, { customerId });
  boss = await makeUser(server.accounts, { role: 'admin' });
  owner = await makeUser(server.accounts, { role: 'property', customerId });
});
afterAll(() => server.close());

type Headers = Record<string, string>;
/** Returns the audit lines that the call wrote. */
async function linesOf(call: () => Promise<{ statusCode: number; body: string }>) {
  const { seq } = await server.accounts.selectFrom('audit_chain').select('seq').executeTakeFirstOrThrow();
  const answer = await call();
  expect(answer.statusCode, answer.body).toBe(200);
  const lines = server.accounts.selectFrom('audit_log').select(['action', 'actor', 'actor_id', 'subject']);
  return lines.where('seq', '>', seq).orderBy('seq').execute();
}
const get = (url: string, headers: Headers) => () => server.app.inject({ url, headers });

async function print(headers: Headers) {
  const body = { cid: customerId, role: 'property' };
  const ticket = await server.app.inject({ method: 'POST', url: '/api/list/print-ticket', headers, payload: body });
  return server.app.inject({ url: ticket.json<{ url: string }>().url });
}

/** The ID of both the run and the refund. */
const PAID = '01900000-0000-7000-8000-0000000000f7';

async function approvedRun(): Promise<void> {
  const decided = { decided_at: 2, decided_by_id: boss.id, why: '' };
  await server.accounts
    .insertInto('payout_runs')
    .values({
      id: PAID,
      number: 7,
      minimum_cents: 0,
      state: 'approved',
      proposed_at: 1,
      proposed_by_id: boss.id,
      ...decided,
    })
    .execute();
}

async function approvedRefund(): Promise<void> {
  const cola = await makeCustomer(server.accounts, { name: 'Cola', kind: 'advertiser' });
  const customer = { customer_id: cola.id, customer_name: 'Cola', amount_cents: 100, reason: '', payee_revision: 0 };
  const decided = { decided_at: 2, decided_by_id: boss.id, paid_on: null, paid_at: null, returned_at: null, why: '' };
  await server.accounts
    .insertInto('refunds')
    .values({
      id: PAID,
      number: 1,
      ...customer,
      state: 'approved',
      proposed_at: 1,
      proposed_by_id: boss.id,
      ...decided,
    })
    .execute();
}

test('each export writes one line with its user', async () => {
  const headers = await server.as(boss);
  const by = { actor: boss.email, actor_id: boss.id };
  const files = registeredRoutes(server.app).filter((route) => /^GET .*\/export$/.test(route));
  const actions = new Map([
    ['/api/users/export', ['users.exported', 'users']],
    ['/api/admin/customers/export', ['customers.exported', 'customers']],
    ['/api/admin/outlets/export', ['outlets.exported', 'outlets']],
    ['/api/admin/campaigns/export', ['campaigns.exported', 'campaigns']],
    ['/api/audit/export', ['audit.exported', 'audit log']],
    ['/api/account/export', ['account.exported', boss.email]],
    ['/api/payout-runs/:id/export', ['payout-run.exported', 'Run 7']],
    ['/api/refunds/:id/export', ['refund.exported', 'Cola']],
  ]);
  await approvedRun();
  await approvedRefund();
  // Add each new export here.
  expect(files.map((route) => route.slice(4)).sort()).toEqual([...actions.keys()].sort());
  for (const [url, [action, subject]] of actions)
    expect(await linesOf(get(url.replace(':id', PAID), headers)), url).toEqual([{ ...by, action, subject }]);
});

test('a table writes one line when exported as a file, and none when viewed', async () => {
  const headers = await server.as(boss);
  const by = { actor: boss.email, actor_id: boss.id };
  for (const [url, subject] of [
    ['/api/payments', 'payments'],
    ['/api/payout-runs', 'payout runs'],
    ['/api/refunds', 'refunds'],
    ['/api/adjustments', 'adjustments'],
    ['/api/payees', 'payout accounts'],
    ['/api/documents', 'documents'],
    ['/api/admin/profit', 'outlet profit'],
  ] as const) {
    expect(await linesOf(get(url, headers)), url).toEqual([]);
    expect(await linesOf(get(`${url}?format=csv`, headers)), url).toEqual([
      { ...by, action: 'table.exported', subject },
    ]);
  }
});

test('a report writes one line when exported as a file, and none when viewed', async () => {
  const headers = await server.as(owner);
  const url = '/api/reports?dimensions=venue&metrics=views&from=2026-11-01&to=2026-11-02';
  expect(await linesOf(get(url, headers))).toEqual([]);
  const by = { actor: owner.email, actor_id: owner.id };
  expect(await linesOf(get(`${url}&format=csv`, headers))).toEqual([
    { ...by, action: 'report.exported', subject: 'report' },
  ]);
});

test('a statement writes one line with the user who printed it', async () => {
  for (const person of [boss, owner]) {
    const headers = await server.as(person);
    const lines = await linesOf(() => print(headers));
    expect(lines).toEqual([
      { action: 'statement.exported', actor: person.email, actor_id: person.id, subject: expect.any(String) },
    ]);
  }
});

test("an administrator who views as another user cannot export a file in that user's name", async () => {
  const url = `/api/users/${owner.id}/view`;
  const answer = await server.app.inject({ method: 'POST', url, headers: await server.as(boss) });
  const eyes = { authorization: `Bearer ${answer.json<{ data: string }>().data}` };
  // The test of viewing as another user covers the rejected print ticket. No other file is available either.
  for (const file of ['/api/account/export', '/api/users/export', '/api/admin/customers/export', '/api/audit/export'])
    expect((await get(file, eyes)()).statusCode).toBe(403);
});
