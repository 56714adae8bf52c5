import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import type { EventsReader } from '#event-store/events-db.ts';
import { NOW, openTestIngest, outletEvent, type TestIngest } from '../testing/open-test-ingest.ts';
import { findCountedAround, findCountedOfVisitors, instantOfCounted, streamCounted } from './rate-events-queries.ts';

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await openTestIngest();
});
afterAll(async () => ingest.close());

const FINGERPRINTS = [
  '0'.repeat(32),
  'f'.repeat(32),
  `0000000000001${'0'.repeat(19)}`,
  `89abcdef01234567${'9'.repeat(16)}`,
];

test('reads back exactly the stored counted views, as numbers', async () => {
  const { network: lay } = ingest;
  const owner = await lay.customer('property', 'Owner');
  const outlet = await lay.outlet('00000000000000c1', {
    customerId: owner.id,
    venueId: await lay.venue(owner.id, 'UTC'),
  });
  const campaign = await lay.campaign((await lay.customer('advertiser', 'Sponsor')).id);
  const [plain, mixed] = await Promise.all(
    ['PLAIN', 'MIXED'].map((code) => lay.flight(campaign.id, code, { prices: [{ model: 'flat', micros: 1_000 }] })),
  );
  const key = await lay.accessKey({ customerId: owner.id });
  const times = [3 * HOUR_MS, 70 * MINUTE_MS, 40 * MINUTE_MS, 40 * MINUTE_MS - 1, MINUTE_MS, 0, -MINUTE_MS];
  const views = times.flatMap((ago, nth) =>
    FINGERPRINTS.map((fingerprint, of) => ({
      ...outletEvent({ eui: outlet.eui, flight: (nth + of) % 2 === 0 ? 'PLAIN' : 'MIXED' }),
      fingerprint,
      cryptic: 'b3ncb3nc',
      timestamp: new Date(NOW - ago).toISOString(),
    })),
  );
  const { timestamp, fingerprint } = views.at(-1) ?? {};
  const click = { ...outletEvent({ eui: outlet.eui }), type: 'click' as const, view_id: views.at(-1)?.id };
  const answer = await ingest.send([...views, { ...click, timestamp, fingerprint }], key);
  expect(answer).toMatchObject({ accepted: views.length + 1 });

  const since = { fromMs: NOW - 2 * HOUR_MS, nowMs: NOW };
  const found = [];
  for await (const some of streamCounted(ingest.events, since, [mixed?.key ?? 0])) found.push(...some);
  const rows = await findCountedOfVisitors(ingest.events, FINGERPRINTS, [
    { fromMs: since.fromMs, toMs: NOW - HOUR_MS },
    { fromMs: NOW - HOUR_MS + 1, toMs: NOW + HOUR_MS },
  ]);
  const expected = rows.map(({ eventId, outletKey, fingerprint, atMs, flightKey, cryptic }) => ({
    id: Number(eventId & 0xf_ffff_ffff_ffffn),
    fingerprint,
    outletKey,
    atMs,
    flightKey,
    cryptic: flightKey === mixed?.key ? cryptic : '',
  }));
  const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;
  expect(expected).toHaveLength(6 * FINGERPRINTS.length);
  expect(found.toSorted(byId)).toEqual(expected.sort(byId));
  const seconds = found.map(({ atMs }) => Math.floor(atMs / 1_000));
  expect(seconds).toEqual(seconds.toSorted((one, other) => one - other));
  expect(new Set(found.map(({ flightKey }) => flightKey))).toEqual(new Set([plain?.key, mixed?.key]));
  expect(await instantOfCounted(ingest.events, since.fromMs, 0)).toBe(NOW + MINUTE_MS);
});

test('reads for each outlet only the time around its own views', async () => {
  const { network: lay } = ingest;
  const owner = await lay.customer('property', 'Backfill');
  const venueId = await lay.venue(owner.id, 'UTC');
  const euis = ['00000000000000d1', '00000000000000d2'];
  for (const eui of euis) await lay.outlet(eui, { customerId: owner.id, venueId });
  const times = Array.from({ length: 30 }, (_, nth) => NOW - (nth + 1) * 5 * MINUTE_MS);
  const views = times.flatMap((ms) =>
    euis.map((eui) => ({ ...outletEvent({ eui }), timestamp: new Date(ms).toISOString() })),
  );
  const key = await lay.accessKey({ customerId: owner.id });
  expect(await ingest.send(views, key)).toMatchObject({ accepted: views.length });
  const keys = await ingest.accounts
    .selectFrom('outlets')
    .innerJoin('outlet_assignments as place', 'place.outlet_id', 'outlets.id')
    .innerJoin('customers as customer', 'customer.id', 'place.customer_id')
    .select(['outlets.key as outletKey', 'customer.key as customerKey'])
    .where('outlets.eui', 'in', euis)
    .orderBy('outlets.eui')
    .execute();
  const asked = times.map((ms, nth) => ({
    ...(keys[nth % 2] ?? { outletKey: 0, customerKey: 0 }),
    atMs: ms + MINUTE_MS,
  }));
  const rows = await findCountedAround(ingest.events, asked, MINUTE_MS);
  const place = (one: { outletKey: number; atMs: number }) => `${one.outletKey} ${one.atMs}`;
  expect(rows.map(place).sort()).toEqual(asked.map((one) => place({ ...one, atMs: one.atMs - MINUTE_MS })).sort());
});

test('handles more views than a function call takes arguments', async () => {
  const row = { id: '1', outlet: 1, visitor: '0'.repeat(32), at: String(NOW), flight: 0, cryptic: '' };
  const many = 200_000;
  const crowded = {
    async *stream() {
      for (let at = 0; at < many; at += 1) yield row;
    },
  } as unknown as EventsReader;
  const times = [{ fromMs: NOW - HOUR_MS, toMs: NOW }];
  const atOutlets = await findCountedAround(crowded, [{ customerKey: 1, outletKey: 1, atMs: NOW }], MINUTE_MS);
  expect(atOutlets).toHaveLength(many);
  expect(await findCountedOfVisitors(crowded, [row.visitor], times)).toHaveLength(many);
});
