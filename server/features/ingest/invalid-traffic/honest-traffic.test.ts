// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventResult, OutletEvent } from '#contract/ingest.ts';
import type { ServeAnswer } from '#contract/serve.ts';
import { PATTERN_RULES } from '#contract/traffic-rules.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { FIRST_RULES } from '#domain/judging-rules.ts';
import { grouped } from '../../../lib/grouped.ts';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { eventually } from '../../../testing/eventually.ts';
import { makeCreative, makeKey } from '../../../testing/makers.ts';
import { byLength } from '../../../testing/test-length.ts';
import { HONEST_SECONDS, type HonestFlow, type HonestOutlet, honestDay } from '../testing/honest-traffic.ts';
import { NOW, openTestIngest, type TestIngest } from '../testing/open-test-ingest.ts';

/* An honest day over HTTP, under the first rules with all statistical rules: at most one view in a thousand is lost. */

const MOST_LOST = 0.001;
const SEEDS = byLength([1], [1, 2, 3]);
const OUTLETS = 50;
const WINDOW_MS = 5 * MINUTE_MS;

let ingest: TestIngest;
let key: string;
let outlets: readonly HonestOutlet[];

const codeOf = (seconds: number) => `SHOWN-${seconds}`;

async function lay({ accounts, network }: TestIngest): Promise<void> {
  const owner = await network.customer('property', 'Airport');
  const venueId = await network.venue(owner.id, 'UTC');
  const made: HonestOutlet[] = [];
  for (let nth = 0; nth < OUTLETS; nth += 1) {
    const eui = `00000000000003${nth.toString(16).padStart(2, '0')}`;
    const { id } = await network.outlet(eui, { customerId: owner.id, venueId });
    const sockets = nth % 10 === 3 ? 2 : 1;
    await accounts.updateTable('outlets').set({ sockets }).where('id', '=', id).execute();
    made.push({ eui, sockets, asksForPlays: nth % 10 === 1 });
  }
  outlets = made;
  const campaign = await network.campaign((await network.customer('advertiser', 'Sponsor')).id);
  for (const seconds of HONEST_SECONDS) {
    const prices = [{ model: 'flat' as const, micros: 10_000 }];
    const terms = { prices, budgetMicros: 1e11, plain: false, endsAt: NOW + 30 * DAY_MS };
    const flight = await network.flight(campaign.id, codeOf(seconds), terms);
    await accounts
      .updateTable('flights')
      .set({ pacing: 'fast', accepts_unsigned: 1 })
      .where('id', '=', flight.id)
      .execute();
    await makeCreative(accounts, { flightId: flight.id, seconds });
  }
  key = (await makeKey(accounts, { customerId: owner.id })).key;
  // All statistical rules use their strictest mode.
  const patterns = JSON.stringify(Object.fromEntries(PATTERN_RULES.map((rule) => [rule, 'invalidate'])));
  const { backfillHours, visitorSeconds } = FIRST_RULES;
  const rules = { visitor_seconds: visitorSeconds, backfill_hours: backfillHours, silent_minutes: null, patterns };
  await accounts
    .insertInto('traffic_rules')
    .values({ id: 'strict', valid_from: 0, made_by: 'a test', outlet_pace: 1, data_centre: 1, ...rules })
    .execute();
}

beforeAll(async () => {
  ingest = await openTestIngest({}, undefined, 'first');
  await lay(ingest);
});
afterAll(() => ingest.close());

/**
 * Requests a play until the server serves it. The server reads the spend of flights in the background of the first
 * calls.
 */
async function served({ eui }: HonestOutlet): Promise<ServeAnswer['plays'][number]> {
  const headers = { authorization: `Bearer ${key}` };
  return eventually(async () => {
    const response = await ingest.app.inject({
      method: 'POST',
      url: '/api/serve',
      headers,
      payload: { eui, count: 1 },
    });
    const { plays, ...rest } = response.json<ServeAnswer>();
    if (plays[0] === undefined) throw new Error(`no play: ${JSON.stringify(rest)}`);
    return plays[0];
  });
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Returns the view, and its burn unless the ad was skipped. */
async function eventsOf(view: HonestFlow['views'][number], id: string): Promise<OutletEvent[]> {
  const { atMs, fields, isSkipped, offsetMs, outlet, seconds, untilMs } = view;
  const timestamp = iso(atMs + offsetMs);
  const shown: OutletEvent = { id, type: 'view', eui: outlet.eui, timestamp, flight: codeOf(seconds), ...fields };
  if (outlet.asksForPlays) {
    const play = await served(outlet);
    const { flight: _, ...bare } = shown;
    return [{ ...bare, id: play.id, cryptic: play.token }];
  }
  if (isSkipped) return [shown];
  const burn = { id: id.replace(/^./, (digit) => (digit === 'f' ? '0' : 'f')), type: 'burn' as const, eui: outlet.eui };
  return [shown, { ...burn, view_id: id, timestamp: iso(untilMs + offsetMs) }];
}

test.each(SEEDS)('loses at most one view in a thousand of an honest day at an airport (seed %i)', async (seed) => {
  const random = seededRandom('airport', seed);
  const fromMs = NOW + (seed - 1) * 2 * DAY_MS;
  const { views } = honestDay({ outlets, fromMs, random });
  const told = new Map<string, number>();
  const note = (type: OutletEvent['type'], { code, counted, reason, status }: EventResult) => {
    const what = status === 'accepted' && counted !== false ? 'counted' : (reason ?? code ?? status);
    told.set(`${type} ${what}`, 1 + (told.get(`${type} ${what}`) ?? 0));
  };
  const windows = grouped(
    views.toSorted((one, other) => one.reportedMs - other.reportedMs),
    ({ reportedMs }) => Math.floor(reportedMs / WINDOW_MS),
  );
  for (const [window, own] of windows) {
    const events: OutletEvent[] = [];
    for (const view of own) {
      ingest.clock.ms = view.outlet.asksForPlays ? view.atMs : (window + 1) * WINDOW_MS;
      events.push(...(await eventsOf(view, random.uuid())));
    }
    ingest.clock.ms = (window + 1) * WINDOW_MS;
    const { results } = await ingest.send(events, key);
    for (const [nth, result] of results.entries()) note(events[nth]?.type ?? 'view', result);
  }
  const sent = views.length;
  expect(sent).toBeGreaterThan(15_000);
  expect(sent - (told.get('view counted') ?? 0), JSON.stringify([...told])).toBeLessThanOrEqual(sent * MOST_LOST);
});
