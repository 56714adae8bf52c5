import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutletEvent } from '#contract/ingest.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { NOW, openTestIngest, outletEvent, type StoredRow, type TestIngest } from './testing/open-test-ingest.ts';

const at = (ms: number) => new Date(ms).toISOString();
const CHANGE = NOW - 5 * DAY_MS;

let ingest: TestIngest;
let network: Awaited<ReturnType<typeof layNetwork>>;

async function layNetwork({ network: lay }: TestIngest) {
  const owner = await lay.customer('property', 'Owner');
  const kathmandu = { customerId: owner.id, venueId: await lay.venue(owner.id, 'Asia/Kathmandu') };
  const newYork = { customerId: owner.id, venueId: await lay.venue(owner.id, 'America/New_York') };
  const outlet = await lay.outlet('00000000000000a1', kathmandu);
  const eastern = await lay.outlet('00000000000000a2', newYork);
  const sponsor = await lay.customer('advertiser', 'Sponsor');
  const campaign = await lay.campaign(sponsor.id);
  const flight = async (code: string, model: 'cpm' | 'cpc' | 'cpb' | 'flat', micros: number) =>
    lay.flight(campaign.id, code, { prices: [{ model, micros }] });
  const cpm = await flight('CPM', 'cpm', 12_345_500);
  await flight('CPC', 'cpc', 250_001);
  await flight('CPB', 'cpb', 90_000);
  await flight('FLAT', 'flat', 7);
  await lay.addPrice(cpm.id, { model: 'cpm', micros: 20_000_000, from: CHANGE });
  await lay.share(owner.id, 500_000, CHANGE);
  return { owner, outlet, eastern, sponsor, campaign, cpm, gateway: await lay.accessKey({ customerId: owner.id }) };
}

beforeAll(async () => {
  ingest = await openTestIngest({ OWNER_SHARE: '0.3', ENERGY_KWH_PER_VIEW: '0.025' });
  network = await layNetwork(ingest);
});
afterAll(() => ingest.close());

/** Sends events of one outlet and returns their stored rows in the same order. */
async function rowsOf(...sent: Partial<OutletEvent>[]): Promise<StoredRow[]> {
  const before = new Set((await ingest.stored()).map((row) => row.event_id));
  const events = sent.map((overrides, index) =>
    outletEvent({ eui: network.outlet.eui, timestamp: at(NOW - MINUTE_MS + index), ...overrides }),
  );
  const answer = await ingest.send(events, network.gateway);
  expect(answer.results.filter(({ status }) => status !== 'accepted')).toEqual([]);
  const rows = (await ingest.stored()).filter((row) => !before.has(row.event_id));
  return events.flatMap(({ timestamp }) => rows.filter((row) => row.at === Date.parse(timestamp)));
}

test('each price model pays for its kind of event only', async () => {
  const kinds = (flight: string) => {
    const viewId = randomUUID();
    return (['view', 'click', 'burn'] as const).map((type) => ({
      type,
      flight,
      ...(type === 'view' ? { id: viewId } : { view_id: viewId }),
    }));
  };
  const amounts = async (flight: string) => (await rowsOf(...kinds(flight))).map(({ amount }) => amount);
  expect(await amounts('CPM')).toEqual([20_000, 0, 0]);
  expect(await amounts('CPC')).toEqual([0, 250_001, 0]);
  expect(await amounts('CPB')).toEqual([0, 0, 90_000]);
  expect(await amounts('FLAT')).toEqual([7, 0, 0]);
});

test('uses the price and the share at the time of the event, on both sides of a change', async () => {
  const rows = await rowsOf({ flight: 'CPM', timestamp: at(CHANGE - 1) }, { flight: 'CPM', timestamp: at(CHANGE) });
  // 12.3455 $ per 1,000 is 12,345.5 micro-dollars a view, which rounds to the even 12,346.
  expect(rows.map(({ amount, owner }) => [amount, owner])).toEqual([
    [12_346, 3_704],
    [20_000, 10_000],
  ]);
});

test('a new price or share applies from the next event on, and changes no stored event', async () => {
  const viewId = randomUUID();
  const [, before] = await rowsOf({ id: viewId, flight: 'CPC' }, { flight: 'CPC', type: 'click', view_id: viewId });
  await ingest.network.addPrice(
    (await ingest.network.flight(network.campaign.id, 'NEW', { prices: [{ model: 'flat', micros: 5 }] })).id,
    { model: 'flat', micros: 9, from: NOW },
  );
  await ingest.network.share(network.owner.id, 1_000_000, NOW);
  const rows = await rowsOf({ flight: 'NEW', timestamp: at(NOW - 1) }, { flight: 'NEW', timestamp: at(NOW) });
  expect(rows.map(({ amount, owner }) => [amount, owner])).toEqual([
    [5, 2],
    [9, 9],
  ]);
  expect(await ingest.stored()).toContainEqual(before);
});

test('customer, advertiser, campaign and flight come from the network, and a house ad has none', async () => {
  const [paid, house] = await rowsOf({ flight: 'CPM', cryptic: 'p4y' }, {});
  expect(paid).toMatchObject({
    customer_id: network.owner.key,
    device_id: network.outlet.key,
    advertiser_id: network.sponsor.key,
    campaign_id: network.campaign.key,
    flight_id: network.cpm.key,
    cryptic: 'p4y',
  });
  expect(house).toMatchObject({ advertiser_id: 0, campaign_id: 0, flight_id: 0, amount: 0, owner: 0 });
});

test('the day is that of the venue, 5:45 ahead of UTC or through a clock change', async () => {
  const days = async (eui: string, ...instants: string[]) =>
    (await rowsOf(...instants.map((timestamp) => ({ eui, timestamp })))).map((row) => row.local_day);
  expect(await days(network.outlet.eui, '2026-11-20T18:14:59.999Z', '2026-11-20T18:15:00Z')).toEqual([
    '2026-11-20',
    '2026-11-21',
  ]);
  expect(
    await days(
      network.eastern.eui,
      '2026-11-01T03:59:59Z',
      '2026-11-01T04:00:00Z',
      '2026-11-02T04:59:59Z',
      '2026-11-02T05:00:00Z',
    ),
  ).toEqual(['2026-10-31', '2026-11-01', '2026-11-01', '2026-11-02']);
});

test('metered energy of a view replaces the estimate, and a click or burn has no energy', async () => {
  const viewId = randomUUID();
  const rows = await rowsOf(
    { id: viewId },
    { energy_wh: 12.3456 },
    { type: 'click', view_id: viewId },
    { type: 'burn', view_id: viewId, energy_wh: 3 },
    { energy_wh: 0 },
  );
  // The measurement of the burn corrects its view with a separate row, at the view's time (energy.test.ts).
  const [metered, click, meteredBurn, zero] = rows.slice(2);
  expect(
    rows
      .slice(0, 2)
      .map(({ kind, energy }) => [kind, energy])
      .sort(),
  ).toEqual([
    ['reading', -22_000],
    ['view', 25_000],
  ]);
  expect(metered).toMatchObject({ energy: 12_346, metered: true });
  expect(click).toMatchObject({ energy: 0, metered: false });
  expect(meteredBurn).toMatchObject({ energy: 0, metered: false });

  expect(zero).toMatchObject({ energy: 0, metered: true });
});

test('stores shortened addresses, lower-case fingerprints, and empty values for unknown ones', async () => {
  const [v4, v6, none] = await rowsOf(
    { ip: '203.0.113.77', fingerprint: 'ABCDEF0123456789abcdef0123456789' },
    { ip: '2001:db8:85a3:1234::7334' },
    {},
  );
  expect(v4).toMatchObject({ ip: '::ffff:203.0.113.0', fingerprint: 'abcdef0123456789abcdef0123456789' });
  expect(v6).toMatchObject({ ip: '2001:db8:85a3::' });
  expect(none).toMatchObject({ ip: '::', fingerprint: '0'.repeat(32) });
});
