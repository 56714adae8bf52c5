import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentRow } from '#contract/documents.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { createBilling } from '../billing/create-billing.ts';
import { makeWorld, storedEvent } from '../features/dashboard/testing/make-world.ts';
import { createNetworkMemory } from '../network/snapshot/network-memory.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../testing/create-test-app.ts';
import { makeUser } from '../testing/makers.ts';

/* Every exported file writes numbers, dates and telephone numbers as such, even with a leading sign. */

let server: TestApp;
let headers: { authorization: string };
let files: string[];

const post = async (url: string, payload: object) => {
  const answer = await server.app.inject({ method: 'POST', url: `/api${url}`, headers, payload });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
};

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC', FIRST_MONTH: '2026-10' } });
  const { accounts, events, clock, config } = server;
  const { alpha, cola, outlets, volt } = await makeWorld(server);
  headers = await server.asRole('admin');
  const user = await makeUser(accounts, { role: 'property', customerId: alpha.id });
  await accounts.updateTable('users').set({ phone_number: '+49 221 123' }).where('id', '=', user.id).execute();
  await events.insert([
    storedEvent(alpha, outlets.a1, cola, Date.UTC(2026, 9, 5)),
    storedEvent(alpha, outlets.a1, cola, TEST_NOW - HOUR_MS),
  ]);
  const about = { reason: 'Paid twice', day: '2026-10-05', sending_id: 'a1b2c3d4-0000-4000-8000-000000000001' };
  await post('/adjustments', { ...about, owner_id: alpha.id, advertiser_id: volt.id, amount: -8, owner_amount: -2.4 });
  const network = createNetworkMemory(accounts);
  const billing = createBilling({ accounts, events, network, config, now: () => clock.ms });
  await billing.close('2026-10');
  const documents = (await get(`/documents?cid=${volt.id}`)).json<{ data: DocumentRow[] }>().data;
  files = [
    ...[
      '/admin/customers/export',
      '/admin/outlets/export',
      '/admin/campaigns/export',
      '/users/export',
      '/audit/export',
    ],
    '/reports?dimensions=day,outlet&format=csv&metrics=views,revenue,left_after_energy',
    ...documents.filter(({ state }) => state === 'final').map(({ id }) => `/documents/${id}/csv`),
  ];
});
afterAll(() => server.close());

const get = (url: string) => server.app.inject({ url: `/api${url}`, headers });

test('no cell of a file hides a number, date or telephone number in text', async () => {
  let negative = 0;
  let phones = 0;
  expect(files.length).toBeGreaterThan(6);
  for (const file of files) {
    const answer = await get(file);
    expect(answer.statusCode, file).toBe(200);
    const rows = parse<Record<string, string>>(answer.body, { bom: true, columns: true });
    expect(rows.length, file).toBeGreaterThan(0);
    for (const row of rows)
      for (const [column, cell] of Object.entries(row)) {
        expect(cell, `${file} ${column}`).not.toMatch(/^'[-+]?[\d(]/);
        if (/^-[\d.]+$/.test(cell)) negative += 1;
        if (/^\+[\d ]+$/.test(cell)) phones += 1;
      }
  }
  expect(negative).toBeGreaterThan(0);
  expect(phones).toBe(1);
});

test('a text that begins like a formula is harmless even in a column of telephone numbers', async () => {
  await server.accounts.updateTable('users').set({ phone_number: '+cmd' }).where('phone_number', '!=', '').execute();
  const rows = parse<Record<string, string>>((await get('/users/export')).body, { bom: true, columns: true });
  expect(rows.map(({ phone }) => phone)).toContain("'+cmd");
});
