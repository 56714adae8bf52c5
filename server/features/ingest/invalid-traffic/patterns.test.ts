import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutletEvent } from '#contract/ingest.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { eventually } from '../../../testing/eventually.ts';
import { createIngestor } from '../create-ingestor.ts';
import { NOW, openTestIngest, outletEvent, type TestIngest } from '../testing/open-test-ingest.ts';

/* Patient bots that use the public API, with default settings (docs/business-rules.md#invalid-traffic). */

let ingest: TestIngest;
let network: Awaited<ReturnType<typeof layNetwork>>;
let outletCount = 0;

async function layNetwork({ network: lay }: TestIngest) {
  const owner = await lay.customer('property', 'Owner');
  const place = { customerId: owner.id, venueId: await lay.venue(owner.id, 'UTC') };
  const campaign = await lay.campaign((await lay.customer('advertiser', 'Sponsor')).id);
  const flight = (code: string, model: 'flat' | 'cpc') =>
    lay.flight(campaign.id, code, { prices: [{ model, micros: 500_000 }], budgetMicros: 1_000_000_000_000 });
  return {
    flat: await flight('FLAT', 'flat'),
    clicks: await flight('CLICKS', 'cpc'),
    newOutlet: () => lay.outlet(`00000000c${(outletCount++).toString(16).padStart(7, '0')}`, place),
    gateway: await lay.accessKey({ customerId: owner.id }),
  };
}

beforeAll(async () => {
  ingest = await openTestIngest();
  network = await layNetwork(ingest);
});
afterAll(() => ingest.close());

const hex = () => randomBytes(16).toString('hex');
const view = (eui: string, ms: number, overrides: Partial<OutletEvent> = {}) =>
  outletEvent({ eui, flight: 'FLAT', timestamp: new Date(ms).toISOString(), fingerprint: hex(), ...overrides });

/** Sends requests of `size` events. Returns the number of valid events, and the number of other events by reason. */
async function sendIn(size: number, sent: readonly OutletEvent[]) {
  const told = new Map<string, number>();
  for (let from = 0; from < sent.length; from += size)
    for (const { status, reason = 'counted' } of (await ingest.send(sent.slice(from, from + size), network.gateway))
      .results)
      told.set(
        status === 'accepted' ? reason : `${status}: ${reason}`,
        1 + (told.get(status === 'accepted' ? reason : `${status}: ${reason}`) ?? 0),
      );
  return {
    counted: told.get('counted') ?? 0,
    reasons: [...told.keys()].filter((reason) => reason !== 'counted').sort(),
  };
}

test.each([1, 50, 1_500])('"one view each 16 s all night, a new fingerprint each", in requests of %i', async (size) => {
  const { eui } = await network.newOutlet();
  const count = size === 1 ? 120 : 1_500;
  const bot = Array.from({ length: count }, (_, nth) => view(eui, NOW - 8 * HOUR_MS + nth * 16 * SECOND_MS));
  const { counted, reasons } = await sendIn(size, bot);
  expect(counted).toBeLessThanOrEqual(size === 1 ? 21 : 0.05 * count);
  expect(reasons).toEqual(['interval_pattern']);
});

test('"each view clicked in its own millisecond" of a flight that pays for clicks', async () => {
  const { eui } = await network.newOutlet();
  const bot = Array.from({ length: 300 }, (_, nth) => {
    const shown = view(eui, NOW - 20 * HOUR_MS + (nth + Math.random()) * 3 * MINUTE_MS, { flight: 'CLICKS' });
    const { flight, ...click } = shown;
    return [shown, { ...click, id: view(eui, 0).id, type: 'click' as const, view_id: shown.id }];
  });
  const { counted, reasons } = await sendIn(40, bot.flat());
  // The views cost nothing and are valid.
  expect(counted - 300).toBeLessThanOrEqual(15);
  expect(reasons).toEqual(['click_pattern']);
});

test('"29 views an hour of each of 10 fingerprints for 6 hours"', async () => {
  const { eui } = await network.newOutlet();
  const prints = Array.from({ length: 10 }, hex);
  const bot = Array.from({ length: 1_740 }, (_, nth) =>
    view(eui, NOW - 7 * HOUR_MS + nth * 12_413 + Math.random() * 2_000, { fingerprint: prints[nth % 10] ?? '' }),
  );
  const { counted } = await sendIn(100, bot);
  expect(counted).toBeLessThanOrEqual(0.05 * bot.length);
});

test.each([30, 1_740])('"29 views an hour" of each fingerprint in long blocks, in requests of %i', async (size) => {
  const { eui } = await network.newOutlet();
  const prints = Array.from({ length: 10 }, hex);
  const bot = Array.from({ length: 1_740 }, (_, nth) =>
    view(eui, NOW - 7 * HOUR_MS + nth * 12_413 + Math.random() * 1_000, {
      fingerprint: prints[Math.floor(nth / 29) % 10] ?? '',
    }),
  );
  const { counted } = await sendIn(size, bot);
  expect(counted).toBeLessThanOrEqual(0.05 * bot.length);
});

test('"one fingerprint at 20 outlets in one second"', async () => {
  const outlets = await Promise.all(Array.from({ length: 20 }, network.newOutlet));
  const fingerprint = hex();
  const bot = outlets.map(({ eui }, nth) => view(eui, NOW - HOUR_MS + nth * 50, { fingerprint }));
  expect(await sendIn(20, bot)).toEqual({ counted: 0, reasons: ['distant_venues'] });
});

test('an honest day loses nothing, including long stays by an exact clock and shared phone models', async () => {
  const outlets = await Promise.all(Array.from({ length: 5 }, network.newOutlet));
  const shared = Array.from({ length: 3 }, hex);
  const sent = outlets.flatMap(({ eui }) => {
    const views: OutletEvent[] = [];
    let at = NOW - DAY_MS;
    while (at < NOW - HOUR_MS) {
      at += -Math.log(1 - Math.random()) * 40 * MINUTE_MS;
      const fingerprint = Math.random() < 0.05 ? (shared[Math.floor(Math.random() * 3)] ?? '') : hex();
      const ads = Math.random() < 0.1 ? 20 : 1 + Math.floor(Math.random() * 3);
      for (let ad = 0; ad < ads; ad += 1)
        views.push(view(eui, Math.min(NOW, at + ad * 17 * SECOND_MS), { fingerprint }));
      at += ads * 17 * SECOND_MS;
    }
    return views;
  });
  const { counted } = await sendIn(
    200,
    sent.sort((one, other) => (one.timestamp < other.timestamp ? -1 : 1)),
  );
  expect(counted).toBe(sent.length);
});

test('a restart keeps the pattern, later honest visitors are valid, and the pattern is recorded once', async () => {
  const outlet = await network.newOutlet();
  const start = NOW - 2 * HOUR_MS;
  const bot = (from: number, count: number) =>
    Array.from({ length: count }, (_, nth) => view(outlet.eui, start + (from + nth) * 16 * SECOND_MS));
  await sendIn(100, bot(0, 100));
  const { dependencies, events, accounts } = ingest;
  const again = createIngestor({ ...dependencies, events });
  const judged = await again.accept(bot(100, 1), { kind: 'network' });
  expect(judged.map(({ reason }) => reason)).toEqual(['interval_pattern']);
  const honest = [40, 52, 71].map((minutes) => view(outlet.eui, start + minutes * MINUTE_MS));
  expect((await again.accept(honest, { kind: 'network' })).map(({ counted }) => counted)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  await again.close();
  const found = () =>
    accounts
      .selectFrom('traffic_findings')
      .selectAll()
      .where('outlet_key', '=', outlet.key)
      .orderBy('rule', 'desc')
      .execute();
  await eventually(async () => expect((await found()).map(({ events: count }) => count)).toEqual([101, 101]));
  expect(await found()).toMatchObject(
    ['interval_pattern', 'fingerprint_pattern'].map((rule) => ({
      rule,
      mode: 'invalidate',
      first_at: start,
      ended_at: null,
    })),
  );
});

test('a rule in flag mode keeps its events valid, and a disabled rule does not run', async () => {
  const { eui, key } = await network.newOutlet();
  const patterns = JSON.stringify({ interval_pattern: 'flag', fingerprint_pattern: 'off' });
  const rules = { visitor_seconds: 30, outlet_pace: 1, data_centre: 1, silent_minutes: null, patterns } as const;
  await ingest.accounts
    .insertInto('traffic_rules')
    .values({ id: 'flags', valid_from: 0, made_by: 'a test', ...rules })
    .execute();
  try {
    const bot = Array.from({ length: 80 }, (_, nth) => view(eui, NOW - HOUR_MS + nth * 16 * SECOND_MS));
    expect(await sendIn(80, bot)).toEqual({ counted: 80, reasons: [] });
    const found = () =>
      ingest.accounts
        .selectFrom('traffic_findings')
        .select(['rule', 'mode', 'events'])
        .where('outlet_key', '=', key)
        .execute();
    await eventually(async () =>
      expect(await found()).toEqual([{ rule: 'interval_pattern', mode: 'flag', events: 80 }]),
    );
  } finally {
    await ingest.accounts.deleteFrom('traffic_rules').execute();
  }
});

test('a visitor in a data center is invalid without an operator file, but a gateway there is not a visitor', async () => {
  const { eui } = await network.newOutlet();
  const cloud = '52.95.110.1';
  const sent = [view(eui, NOW - HOUR_MS, { ip: cloud }), view(eui, NOW - HOUR_MS + MINUTE_MS)];
  // The rule checks only the address that the event contains.
  const response = await ingest.dependencies.ingestor.accept(sent, { kind: 'network' });
  expect(response.map(({ reason }) => reason ?? 'counted')).toEqual(['data_centre', 'counted']);
});
