import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentRow } from '#contract/documents.ts';
import { DAY_MS } from '#domain/durations.ts';
import { createBilling } from '../../billing/create-billing.ts';
import { createNetworkMemory } from '../../network/snapshot/network-memory.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';
import { readPdf } from '../statements/testing/read-pdf.ts';

/** The next month, because the store stamps arrivals with the machine's clock. */
const now = new Date();
const monthStart = (ahead: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 + ahead, 1);
const MONTH = new Date(monthStart(0)).toISOString().slice(0, 7);

let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC', FIRST_MONTH: MONTH } });
  server.clock.ms = monthStart(1) + 10 * DAY_MS;
  world = await makeWorld(server, ['UTC', 'UTC']);
  const { alpha, cola, outlets, shoes } = world;
  const at = (nth: number) => monthStart(0) + nth * DAY_MS;
  const view = (campaign: typeof cola | null, nth: number, more = {}) =>
    storedEvent(alpha, outlets.a1, campaign, at(nth), { amountMicros: 250_000, ownerMicros: 75_000, ...more });
  await server.events.insert([
    ...[1, 2, 3].map((nth) => view(cola, nth)),
    ...[4, 5].map((nth) => view(cola, nth, { signed: true })),
    view(cola, 6, { invalid: 'unsigned', amountMicros: 0, ownerMicros: 0 }),
    view(cola, 7, { kind: 'click' }),
    view(shoes, 8, { signed: true }),
    view(null, 9, { amountMicros: 0, ownerMicros: 0 }),
  ]);
  const { accounts, clock, config, events } = server;
  const network = createNetworkMemory(accounts);
  await createBilling({ accounts, events, network, config, now: () => clock.ms }).close(MONTH);
});
afterAll(() => server.close());

async function documentOf(kind: 'invoice' | 'statement', customer: { readonly id: string }) {
  const headers = await server.asRole('admin');
  const list = await server.app.inject({ url: `/api/documents?cid=${customer.id}&kind=${kind}`, headers });
  const row = list.json<{ data: DocumentRow[] }>().data.find(({ state }) => state === 'final');
  const pdf = await server.app.inject({ url: `/api/documents/${row?.id}/pdf`, headers });
  expect(pdf.statusCode, pdf.body).toBe(200);
  return { row, text: JSON.stringify(await readPdf(pdf.rawPayload)) };
}

test('an invoice shows the count and the cost of its views without a play', async () => {
  const volt = await documentOf('invoice', world.volt);
  expect(volt.row?.without_play).toEqual({ of_views: 5, views: 3, amount: 0.75 });
  expect(volt.text).toMatch(/Of 5 views in \w+ \d{4}, 3 were reported without a play: \$0\.75/);
  const zap = await documentOf('invoice', world.zap);
  expect(zap.row?.without_play).toEqual({ of_views: 1, views: 0, amount: 0 });
  expect(zap.text).not.toContain('without a play');
  const alpha = await documentOf('statement', world.alpha);
  expect(alpha.row?.without_play).toBeNull();
  expect(alpha.text).not.toContain('without a play');
});
