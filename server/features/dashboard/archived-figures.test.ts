// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Explanation } from '#contract/explain.ts';
import type { ViewPage } from '#contract/list.ts';
import type { InvalidTraffic } from '#contract/traffic.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { onEachShard } from '#event-store/each-shard.ts';
import type { StoredEvent } from '#event-store/events-db.ts';
import { numbersAbove } from '#event-store/installation.ts';
import { createSealJob } from '#event-store/seal-job.ts';
import { READERS_MS } from '#event-store/seal-tidying.ts';
import { createRandom } from '#event-store/testing/event-oracle.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { reassignOutlet } from '../../testing/makers.ts';
import { readSpentByFlight } from '../ingest/store/ingest-events-queries.ts';
import { hasEventsSince } from '../outlets/outlets-events-queries.ts';
import { readPdf } from '../statements/testing/read-pdf.ts';
import { makeWorld, storedEvent, type World } from './testing/make-world.ts';

const QUARTER_MS = 15 * MINUTE_MS;
const OLDEST = TEST_NOW - 130 * DAY_MS;
const MOVED_AT = TEST_NOW - 95 * DAY_MS - 4_321_000;
/** A Monday. The job archives older events. */
const UNTIL = '2026-09-21';
/** A time zone whose offset includes 45 minutes, and whose clock changes during the events. */
const NETWORK_ZONE = 'Pacific/Chatham';

let server: TestApp;
let world: World;
let before: Record<string, unknown>;
let made: StoredEvent[];
type Actor = 'admin' | 'alpha' | 'volt';
let headers: Record<Actor, { authorization: string }>;

const REASONS = [null, null, null, 'repeated', 'visitor_pace', 'data_centre'] as const;
const amounts = (micros: number, owner: number, invalid: (typeof REASONS)[number]) =>
  invalid === null
    ? { amountMicros: micros, ownerMicros: owner }
    : { amountMicros: 0, ownerMicros: 0, withheldMicros: micros, withheldOwnerMicros: owner, invalid };

/** Creates events at any millisecond, many of them at the edges of quarter hours and days. */
function events(howMany: number): StoredEvent[] {
  const random = createRandom(5);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  return Array.from({ length: howMany }, () => {
    const anyMs = OLDEST + Math.floor(random() * (TEST_NOW - OLDEST));
    const edgeMs = Math.floor(anyMs / QUARTER_MS) * QUARTER_MS - pick([0, 1]);
    const timestampMs = random() < 0.3 ? Math.floor(edgeMs / DAY_MS) * DAY_MS - pick([0, 1]) : pick([anyMs, edgeMs]);
    const outlet = pick(['a1', 'a2', 'b1', 'b2'] as const);
    const isBetas = outlet.startsWith('b') || (outlet === 'a2' && timestampMs >= MOVED_AT);
    const campaign = pick(['cola', 'shoes', null] as const);
    return storedEvent(
      isBetas ? world.beta : world.alpha,
      world.outlets[outlet],
      campaign && world[campaign],
      timestampMs,
      {
        kind: pick(['view', 'view', 'view', 'click', 'burn'] as const),
        ...amounts(Math.floor(random() * 9_999_999), Math.floor(random() * 3_333_333), pick(REASONS)),
        energyMilliWh: Math.floor(random() * 30_000),
        // All energy of one outlet is metered, so no response may call it estimated.
        energyMetered: outlet === 'b2' || random() < 0.5,
      },
    );
  });
}

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: NETWORK_ZONE } });
  world = await makeWorld(server, ['Asia/Kathmandu', 'America/St_Johns']);
  headers = {
    admin: await server.asRole('admin'),
    alpha: await server.asRole('property', world.alpha.id),
    volt: await server.asRole('advertiser', world.volt.id),
  };
  await reassignOutlet(server.accounts, { outletId: world.outlets.a2.id, customerId: world.beta.id, at: MOVED_AT });
  made = events(3_000);
  await server.events.insert(made);
});
afterAll(() => server.close());

const jobAfter = (ms: number) => createSealJob(server.events, server.ledger, () => TEST_NOW + ms);

const seconds = (day: string, quarters: number) => (Date.parse(day) + quarters * QUARTER_MS) / 1000;
const ZONES = ['Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia'];
const QUESTIONS = [
  '',
  '?from=2026-07-20&to=2026-08-19',
  '?from=2026-09-18&to=2026-09-23',
  `?start=${seconds('2026-08-03', 7)}&end=${seconds('2026-09-22', 51)}`,
  `?start=${seconds('2026-07-30', 1)}&end=${seconds('2026-07-30', 2)}`,
  ...ZONES.map((zone) => `?from=2026-07-31&to=2026-09-25&tz=${encodeURIComponent(zone)}`),
];

/** Number of the first questions, which run on every path. Most repetitions in the tests run only these questions. */
const FEW = 2;

const PATHS = ['/list/daily', '/list', '/list/summary', '/list/devices'];

/**
 * Queries of invalid traffic: of all time, and of days in each actor's time zone, including days that begin at a
 * quarter hour.
 */
const JUDGED = [
  ['', 'day'],
  ['', 'outlet'],
  ['', 'flight'],
  ['?from=2026-09-18&to=2026-09-23', 'day'],
  ['?from=2026-07-20&to=2026-08-19', 'outlet'],
] as const;
const EXPLAINED = ['by=outlet', 'by=day&from=2026-07-20&to=2026-09-23', 'by=event', 'figure=views&by=outlet'];

/** Removes single views from a response, because only these are lost by archiving. Everything else stays. */
const figuresOnly = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'views' in value && Array.isArray(value.views)
    ? { ...value, views: [] }
    : typeof value === 'object' && value !== null && 'samples' in value
      ? { ...value, samples: [] }
      : value;

/** Returns what archiving does not change: the amounts, and whether the parts add up to the total. */
function addedUp({ events, left_out: rest, network, owner, parts, total }: Explanation) {
  const amounts = [...parts, ...events, ...(rest === null ? [] : [rest])].map(({ amount }) => BigInt(amount));
  return { network, owner, total, isWhole: amounts.reduce((sum, amount) => sum + amount, 0n) === BigInt(total) };
}

/** Returns all responses about the past for every actor, or only those to the first questions. */
async function answers(howManyQuestions = QUESTIONS.length): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const lookers = Object.entries(headers);
  for (const [actor, own] of lookers) {
    for (const [at, question] of QUESTIONS.slice(0, howManyQuestions).entries()) {
      for (const path of at < 2 ? PATHS : PATHS.slice(0, at < 5 ? 2 : 1)) {
        const { statusCode, body } = await server.app.inject({ url: `/api${path}${question}`, headers: own });
        expect(statusCode, body).toBe(200);
        found[`${actor} ${path}${question}`] = JSON.parse(body, figuresOnly);
      }
    }
  }
  for (const [actor, own] of lookers) {
    const query = `${QUESTIONS[1]}&dimensions=advertiser,hour_of_week,day&metrics=views,clicks,revenue,gross_views&limit=1000`;
    found[`report of ${actor}`] = (await server.app.inject({ url: `/api/reports${query}`, headers: own })).json();
  }
  for (const [actor, own] of lookers)
    for (const [question, by] of JUDGED) {
      const url = `/api/invalid-traffic?by=${by}${question.replace('?', '&')}`;
      const { statusCode, body } = await server.app.inject({ url, headers: own });
      expect(statusCode, body).toBe(200);
      found[`${actor} ${url}`] = JSON.parse(body, figuresOnly);
    }
  for (const [actor, own] of lookers)
    for (const query of EXPLAINED) {
      const { body, statusCode } = await server.app.inject({ url: `/api/explain?${query}`, headers: own });
      expect(statusCode, body).toBe(200);
      const explained = addedUp(JSON.parse(body));
      expect(explained.isWhole, `${actor} ${query}`).toBe(true);
      found[`explained to ${actor} ${query}`] = explained;
    }
  for (const eui of ['a1', 'a2', 'b1'] as const) {
    const url = `/api/list/devices/${world.outlets[eui].eui}/views`;
    const page = await server.app.inject({ url, headers: headers.admin });
    found[`views of ${eui}`] = page.json<{ views_total: number }>().views_total;
  }
  for (const [actor, cid, role] of [
    ['admin', world.alpha.id, ''],
    ['alpha', world.alpha.id, 'property'],
    ['volt', world.beta.id, 'advertiser'],
  ] as const) {
    const payload = { cid, role, from: '2026-07-21', to: '2026-09-23' };
    const asked = { method: 'POST', url: '/api/list/print-ticket', headers: headers[actor], payload } as const;
    const { url } = (await server.app.inject(asked)).json<{ url: string }>();
    found[`statement of ${actor}`] = await readPdf((await server.app.inject({ url })).rawPayload);
  }
  found.spent = [...(await readSpentByFlight(server.events))].sort();
  found.numbers = await numbersAbove(server.events.engine, { customers: 0, outlets: 0, campaigns: 0, flights: 0 });
  const outlet = { customerKey: world.alpha.key, outletKey: world.outlets.a2.key };
  const since = [MOVED_AT - DAY_MS * 2, MOVED_AT + DAY_MS];
  found.since = await Promise.all(since.map((fromMs) => hasEventsSince(server.events, { ...outlet, fromMs })));
  return found;
}

const count = async (table: string) => {
  const sql = `SELECT toUInt32(count()) AS rows FROM ${table} WHERE ts < toDate('${UNTIL}')`;
  return (await server.events.query<{ rows: number }>({ sql, scope: { kind: 'all' } }))[0]?.rows;
};

/** Returns the response's sums for each reason, to be compared with those of the stored events. */
const judgedTotal = (name: string) =>
  (before[name] as InvalidTraffic).total.invalid.map(({ reason, views, clicks, burns, withheld }) => ({
    reason,
    events: views + clicks + burns,
    micros: Math.round(withheld * 1_000_000),
  }));
const madeTotal = () =>
  ['repeated', 'visitor_pace', 'data_centre'].map((reason) => {
    const own = made.filter(({ invalid }) => invalid === reason);
    return { reason, events: own.length, micros: own.reduce((sum, { withheldMicros }) => sum + withheldMicros, 0) };
  });

const answersAgree = { repairedWeeks: [], hasRepairedTotals: false, repairedDays: [], losses: [] };

test('archiving changes no figure for any actor in any zone, to the micro-dollar', async () => {
  await jobAfter(0).runNow();
  before = await answers();
  expect(Object.keys(before).length).toBeGreaterThan(50);
  const stored = await count('events');
  for (const by of ['day', 'outlet', 'flight'])
    expect(judgedTotal(`admin /api/invalid-traffic?by=${by}`)).toEqual(madeTotal());

  const wouldLeave = await jobAfter(0).archiveNow(UNTIL, { isDry: true });
  expect(wouldLeave?.weeks.reduce((sum, week) => sum + week.events, 0)).toBe(stored);
  expect(await server.ledger.current()).toMatchObject({ archive: { endMs: 0 } });

  const report = await jobAfter(0).archiveNow(UNTIL);
  expect(report).toMatchObject({ weeks: wouldLeave?.weeks, blocked: null });
  // While the events are still stored, no query counts them twice.
  server = await server.restart();
  expect(before).toMatchObject(await answers(FEW));

  await jobAfter(READERS_MS + MINUTE_MS).runNow();
  expect([await count('events'), await count('events_by_campaign')]).toEqual([0, 0]);
  server = await server.restart();
  expect(await answers()).toEqual(before);
  expect(await jobAfter(0).compareNow()).toMatchObject(answersAgree);
});

test('a list of single views names the first kept day if its range begins earlier', async () => {
  const page = async (range: string) => {
    const url = `/api/list/devices/${world.outlets.a1.eui}/views?limit=100${range}`;
    return (await server.app.inject({ url, headers: headers.alpha })).json<ViewPage>();
  };
  const all = await page('');
  expect(all).toMatchObject({ kept_since: UNTIL, next_cursor: expect.any(String) });
  const past = await page('&from=2026-08-01&to=2026-08-31');
  expect(past).toMatchObject({ data: [], kept_since: UNTIL, next_cursor: null });
  expect(past.views_total).toBeGreaterThan(0);
  expect(await page('&from=2026-09-25&to=2026-10-05')).toMatchObject({ kept_since: null });
});

// packages/event-store/oracle.test.ts tests this separately, every day.
test('rebuilds sealed sums of archived weeks from the archived sums', async () => {
  const { weeks } = await server.ledger.current();
  const week = '2026-08-10';
  const number = weeks.get(week)?.number;
  await onEachShard(
    server.events.engine,
    (rowsOf) =>
      `ALTER TABLE ${rowsOf('sealed_day')} DELETE WHERE seal = ${number} AND device_id = ${world.outlets.b1.key} SETTINGS mutations_sync = 2`,
  );
  const found = await jobAfter(0).compareNow();
  expect(found).toMatchObject({ repairedWeeks: [week], losses: [] });
  server = await server.restart();
  expect(before).toMatchObject(await answers(FEW));
  expect(await jobAfter(0).compareNow()).toMatchObject(answersAgree);
});

test('rejects an event of an archived time permanently, and later days are still archived', async () => {
  const late = storedEvent(world.alpha, world.outlets.a1, world.cola, Date.parse(UNTIL) - DAY_MS);
  await expect(server.events.insert([late])).rejects.toMatchObject({ retryable: false });
  expect(await server.ledger.markedWeeks()).toEqual(['2026-09-14']);
  // While the mark is set, the week is read only from its archived sums, not from its seal.
  for (const [actor, own] of Object.entries(headers)) {
    const { body } = await server.app.inject({ url: '/api/list/summary', headers: own });
    expect(JSON.parse(body)).toEqual(before[`${actor} /list/summary`]);
  }
  await jobAfter(0).runNow();
  expect(await server.ledger.markedWeeks()).toEqual([]);
  expect(await jobAfter(0).archiveNow('2026-09-30')).toMatchObject({ weeks: [{ week: UNTIL }], blocked: null });
  server = await server.restart();
  expect(before).toMatchObject(await answers(FEW));
});
