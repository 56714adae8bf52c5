import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutletEvent } from '#contract/ingest.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { createPlayKeys } from '../../../plays/play-keys.ts';
import { signPlay } from '../../../plays/play-token.ts';
import { turnPatternsOff } from '../../../testing/patterns-off.ts';
import { createIngestor } from '../create-ingestor.ts';
import { NOW, openTestIngest, outletEvent, type TestIngest } from '../testing/open-test-ingest.ts';

/* Invalid events get their reason on arrival, in the order of judging (docs/business-rules.md#invalid-traffic). */

const folder = mkdtempSync(join(tmpdir(), 'voltboard-judging-'));
const RANGES = join(folder, 'ranges.txt');
const at = (ms: number) => new Date(ms).toISOString();
const VISITOR = 'a1'.repeat(16);

let ingest: TestIngest;
let network: Awaited<ReturnType<typeof layNetwork>>;

async function layNetwork({ network: lay }: TestIngest) {
  const owner = await lay.customer('property', 'Owner');
  const place = { customerId: owner.id, venueId: await lay.venue(owner.id, 'UTC') };
  const outlets = await Promise.all(['b1', 'b2', 'b3'].map((end) => lay.outlet(`00000000000000${end}`, place)));
  const campaign = await lay.campaign((await lay.customer('advertiser', 'Sponsor')).id);
  const flight = (code: string, budgetMicros: number) =>
    lay.flight(campaign.id, code, { prices: [{ model: 'flat', micros: 1_000 }], budgetMicros });
  const ofSeconds = (code: string, seconds: number) =>
    lay.flight(campaign.id, code, { prices: [{ model: 'flat', micros: 1_000 }], budgetMicros: 1_000_000, seconds });
  const shown = await ofSeconds('SHOWN', 20);
  await ofSeconds('LONG', 60);
  return {
    outlets,
    shown,
    plain: await flight('PLAIN', 1_000_000),
    small: await flight('SMALL', 1_000),
    gateway: await lay.accessKey({ customerId: owner.id }),
  };
}

beforeAll(async () => {
  writeFileSync(RANGES, '203.0.113.0/24\n');
  ingest = await openTestIngest({ DATA_CENTRE_RANGES: RANGES });
  // The views in this test have regular intervals.
  await turnPatternsOff(ingest.accounts);
  network = await layNetwork(ingest);
});
afterAll(async () => {
  await ingest.close();
  rmSync(folder, { recursive: true, force: true });
});

const view = (ms: number, overrides: Partial<OutletEvent> = {}) =>
  outletEvent({ eui: network.outlets[0]?.eui ?? '', flight: 'PLAIN', timestamp: at(ms), ...overrides });
const reasonsOf = async (sent: readonly OutletEvent[]) =>
  (await ingest.send(sent, network.gateway)).results.map(({ status, reason }) =>
    status === 'accepted' ? (reason ?? 'counted') : `${status}: ${reason}`,
  );

async function played(overrides: { readonly id?: string; readonly outlet?: number; readonly issuedMs?: number } = {}) {
  const keys = await createPlayKeys(ingest.dependencies).of((await ingest.dependencies.network.current()).snapshot);
  const { flight, ...plain } = view(NOW - DAY_MS);
  const { id = plain.id, outlet = 0, issuedMs = NOW - DAY_MS - MINUTE_MS } = overrides;
  const outletKey = network.outlets[outlet]?.key ?? 0;
  const bound = { outletKey, flightKey: network.plain.key, creative: '0'.repeat(16), lease: 0, reservedMicros: 0 };
  return { ...plain, cryptic: signPlay({ id, ...bound, issuedMs, expiresMs: issuedMs + 15 * MINUTE_MS }, keys) };
}

test('judges a token by its signer, time, outlet and play, and a click by its view', async () => {
  const good = await played();
  const forged = {
    ...(await played()),
    cryptic: `${good.cryptic.slice(0, -1)}${good.cryptic.endsWith('A') ? 'Q' : 'A'}`,
  };
  const { flight, ...follow } = view(NOW);
  const click = { ...follow, type: 'click' as const, view_id: forged.id };
  expect(
    await reasonsOf([
      good,
      forged,
      click,
      await played({ issuedMs: NOW - DAY_MS - HOUR_MS }),
      await played({ outlet: 1 }),
      await played({ id: view(0).id }),
      { ...(await played()), flight: 'SMALL' },
    ]),
  ).toEqual([
    'counted',
    'play_forged',
    'play_forged',
    'play_expired',
    'play_elsewhere',
    'play_mismatch',
    'play_mismatch',
  ]);
  const [row] = await ingest.events.query<{ signed: string; invalid: string }>({
    sql: "SELECT toString(sum(signed)) AS signed, toString(countIf(flight_id = {key:UInt32} AND invalid != 'none')) AS invalid FROM events FINAL",
    params: { key: network.plain.key },
    scope: { kind: 'all' },
  });
  expect(row).toEqual({ signed: '1', invalid: '3' });
});

test('rejects more than an hour of ads per visitor and hour, at any outlets, also after a restart and for late views', async () => {
  const from = NOW - 55 * MINUTE_MS;
  const long = (ms: number, place = 0) =>
    view(ms, { flight: 'LONG', fingerprint: VISITOR, eui: network.outlets[place % 2]?.eui ?? '' });
  const many = (sinceMs: number) => Array.from({ length: 60 }, (_, at) => long(sinceMs + at * 50 * SECOND_MS, at));
  expect(new Set(await reasonsOf(many(from)))).toEqual(new Set(['counted']));
  expect(await reasonsOf([long(from + 51 * MINUTE_MS, 2), view(NOW)])).toEqual(['visitor_pace', 'counted']);
  // For late views, the rules query the store.
  const late = NOW - 3 * DAY_MS;
  expect(new Set(await reasonsOf(many(late)))).toEqual(new Set(['counted']));
  expect(await reasonsOf([long(late + 51 * MINUTE_MS, 2)])).toEqual(['visitor_pace']);
  const { dependencies, events } = ingest;
  const again = createIngestor({ ...dependencies, events });
  const judged = await again.accept([long(from + 52 * MINUTE_MS, 2)], { kind: 'network' });
  expect(judged.map(({ reason }) => reason)).toEqual(['visitor_pace']);
  await again.close();
});

test('treats 64-bit hashes padded with zeros as separate visitors', async () => {
  const hashes = Array.from({ length: 40 }, (_, at) => (at + 1).toString(16).padStart(16, '0'));
  const padded = hashes.flatMap((hash) => [hash.padStart(32, '0'), hash.padEnd(32, '0')]);
  const seen = padded.flatMap((fingerprint, at) =>
    [0, 61, 122].map((later) =>
      view(NOW - 30 * HOUR_MS + later * SECOND_MS, {
        fingerprint,
        flight: 'LONG',
        eui: network.outlets[at % 2]?.eui ?? '',
        timestamp: new Date(
          NOW - 30 * HOUR_MS + (at * 4 + later / 61) * 61 * SECOND_MS + ((at * 7_919 + later * 131) % 9_000),
        ).toISOString(),
      }),
    ),
  );
  expect(new Set(await reasonsOf(seen))).toEqual(new Set(['counted']));
});

test('a skipped ad does not affect the next view, and more views than an outlet can show are invalid', async () => {
  const eui = network.outlets[2]?.eui ?? '';
  const start = NOW - 10 * MINUTE_MS;
  const shown = (seconds: number) => view(start + seconds * SECOND_MS, { eui, flight: 'SHOWN' });
  expect(await reasonsOf([shown(0), shown(3), shown(23), shown(43)])).toEqual(new Array(4).fill('counted'));
  const burst = await reasonsOf(Array.from({ length: 10 }, (_, at) => shown(200 + at / 10)));
  expect(burst).toEqual([...new Array(3).fill('counted'), ...new Array(7).fill('outlet_pace')]);
  // A late view next to the burst exceeds the limit too.
  expect(await reasonsOf([shown(199), shown(120)])).toEqual(['outlet_pace', 'counted']);
});

test('an event above the budget stays over budget, and an invalid one does not use any budget', async () => {
  const small = (overrides: Partial<OutletEvent> = {}) => view(NOW - 2 * HOUR_MS, { flight: 'SMALL', ...overrides });
  const fromCentre = { ip: '203.0.113.7' };
  const first = small(fromCentre);
  const click = { ...small(), type: 'click' as const, view_id: first.id };
  expect(await reasonsOf([first, click])).toEqual(['data_centre', 'data_centre']);
  expect(await reasonsOf([small(fromCentre), small(), small()])).toEqual(['over_budget', 'counted', 'over_budget']);
});

test('"no other sign of life of the outlet within 30 minutes; off by default"', async () => {
  const owner = await ingest.network.customer('property', 'Quiet');
  const venueId = await ingest.network.venue(owner.id, 'UTC');
  const { eui } = await ingest.network.outlet('00000000000000b9', { customerId: owner.id, venueId });
  const quiet = (ms: number, overrides: Partial<OutletEvent> = {}) => view(ms, { eui, ...overrides });
  const send = async (...sent: OutletEvent[]) => {
    const { results } = await ingest.send(sent, await keyOf());
    return results.map(({ status, reason }) =>
      status === 'accepted' ? (reason ?? 'counted') : `${status}: ${reason}`,
    );
  };
  const keyOf = () => ingest.network.accessKey({ customerId: owner.id });
  const from = NOW - 5 * HOUR_MS;
  expect(await send(quiet(from))).toEqual(['counted']);
  const rules = {
    visitor_seconds: 3_600,
    outlet_pace: 1,
    data_centre: 1,
    silent_minutes: 30,
    backfill_hours: null,
  } as const;
  const version = { id: 'with silence', valid_from: 0, made_by: 'a test', ...rules };
  await ingest.accounts.insertInto('traffic_rules').values(version).execute();
  try {
    // The event itself is not another sign of life, and neither is a later click on it.
    const first = quiet(from + 31 * MINUTE_MS);
    const click = { ...quiet(from + 32 * MINUTE_MS), type: 'click' as const, view_id: first.id };
    const { flight, ...follow } = click;
    expect(await send(first, follow as OutletEvent)).toEqual(['counted', 'counted']);
    expect(await send(quiet(from + 63 * MINUTE_MS))).toEqual(['outlet_silent']);
    const beat = { ...quiet(from + 100 * MINUTE_MS), type: 'heartbeat' as const };
    expect(await send(beat as OutletEvent, quiet(from + 130 * MINUTE_MS))).toEqual(['counted', 'counted']);
    // A late view has contacts after it, so the outlet was alive.
    expect(await send(quiet(from + 90 * MINUTE_MS))).toEqual(['counted']);
  } finally {
    await ingest.accounts.deleteFrom('traffic_rules').where('id', '=', version.id).execute();
  }
});
