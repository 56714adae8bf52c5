import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { createBilling } from '../../billing/create-billing.ts';
import { createNetworkMemory } from '../../network/snapshot/network-memory.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet } from '../../testing/makers.ts';

/**
 * Returns a future month, so that the arrival times that the store stamps are before its end, on any day the test runs.
 */
const monthAt = (ahead: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 + ahead, 15)).toISOString().slice(0, 7);
};
const [FIRST, SECOND, THIRD] = [monthAt(0), monthAt(1), monthAt(2)] as [string, string, string];
const startOf = (month: string): number => Date.parse(`${month}-01T00:00:00Z`);

type Line = { readonly kind: string; readonly month: string; readonly micros: string };

let server: TestApp;
let place: object;
type Reader = { readonly id: string; readonly role: 'property' | 'advertiser'; readonly customerId: string };
let readers: readonly Reader[];

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC', FIRST_MONTH: FIRST } });
  const { accounts } = server;
  const owner = await makeCustomer(accounts);
  const sponsor = await makeCustomer(accounts, { kind: 'advertiser' });
  const outlet = await makeOutlet(accounts, { customerId: owner.id });
  const campaign = await makeCampaign(accounts, { customerId: sponsor.id });
  const flight = await makeFlight(accounts, { campaignId: campaign.id });
  place = {
    customerKey: owner.key,
    outletKey: outlet.key,
    flightKey: flight.key,
    campaignKey: campaign.key,
    advertiserKey: sponsor.key,
    amountMicros: 1_000,
    ownerMicros: 300,
  };
  server.clock.ms = startOf(SECOND) + 6 * DAY_MS;
  readers = [
    { id: `statement-${SECOND}-${owner.id}`, role: 'property', customerId: owner.id },
    { id: `invoice-${SECOND}-${sponsor.id}`, role: 'advertiser', customerId: sponsor.id },
  ];
});
afterAll(() => server.close());

const billingOf = () => {
  const { accounts, clock, config, events } = server;
  const network = createNetworkMemory(accounts);
  return createBilling({ accounts, events, network, config, now: () => clock.ms, settleMs: 0 });
};
const happen = (eventId: bigint, timestampMs: number) =>
  server.events.insert([makeStoredEvent({ ...place, eventId, timestampMs })]);
/** Signs in again for each request, because months pass between two requests. */
const get = async (url: string, { role, customerId }: Reader) => {
  const headers = await server.asRole(role, customerId);
  const response = await server.app.inject({ url: `/api/documents${url}`, headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const linesOf = async (reader: Reader) =>
  (await get(`/${reader.id}`, reader)).lines
    .map(({ kind, month, micros }: Line) => [kind, month, micros])
    .filter(([kind = '']: string[]) => !kind.startsWith('carried'));

test('an open month shows late events of the previous month, even after that month’s window has ended', async () => {
  await happen(1n, startOf(FIRST) + 20 * DAY_MS);
  await billingOf().close(FIRST);
  await happen(2n, startOf(FIRST) + 25 * DAY_MS);
  await happen(3n, startOf(SECOND) + 9 * DAY_MS);
  const told: unknown[] = [];
  for (const day of [3, 5.5]) {
    server.clock.ms = startOf(THIRD) + day * DAY_MS;
    for (const reader of readers) told.push(await linesOf(reader));
  }
  server.clock.ms = startOf(THIRD) + 6 * DAY_MS;
  await billingOf().close(SECOND);
  const final: unknown[] = [];
  for (const reader of readers) final.push(await linesOf(reader));
  expect(final[0]).toEqual([
    ['delivery', SECOND, '300'],
    ['late', FIRST, '300'],
  ]);
  expect(told).toEqual([...final, ...final]);
});

test('lists a final document once while its month is being closed', async () => {
  // The state before the last transaction of the close.
  await server.accounts.updateTable('billing_months').set({ final_at: null }).where('month', '=', SECOND).execute();
  for (const reader of readers) {
    const ids = (await get('', reader)).data.map(({ id }: { id: string }) => id);
    expect(ids.filter((id: string) => id === reader.id)).toEqual([reader.id]);
  }
});
