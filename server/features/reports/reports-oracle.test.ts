// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INVALID_REASONS } from '#contract/ingest.ts';
import type { Summary } from '#contract/list.ts';
import type { Report, ReportDimension } from '#contract/reports.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import type { ReportMetric } from '#domain/report-metrics.ts';
import type { StoredEvent } from '#event-store/events-db.ts';
import { createSealJob } from '#event-store/seal-job.ts';
import { createRandom } from '#event-store/testing/event-oracle.ts';
import { changeOf } from '../../live/live-changes.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { reassignOutlet } from '../../testing/makers.ts';
import { byLength } from '../../testing/test-length.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';
import { createWallClock } from './testing/wall-clock.ts';

/** The time of the oldest event. The events include both clock changes of either hemisphere. */
const OLDEST = TEST_NOW - 280 * DAY_MS;
const MOVED_AT = TEST_NOW - 95 * DAY_MS - 4_321_000;
const NETWORK_ZONE = 'America/New_York';
const ZONES = [
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'Europe/London',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
];
/** Nights with a clock change in one of the time zones. Many events are near these nights. */
const CHANGES = ['2026-03-08T07:00', '2026-03-29T01:00', '2026-04-04T15:00', '2026-10-03T16:00', '2026-11-01T06:00'];

type Actor = 'admin' | 'alpha' | 'beta' | 'volt';
const ACTORS: readonly Actor[] = ['admin', 'alpha', 'beta', 'volt'];

let server: TestApp;
let world: World;
let headers: Record<Actor, { authorization: string }>;
let sent: StoredEvent[] = [];
const random = createRandom(16);
const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;

function randomEvent(fromMs: number, toMs: number): StoredEvent {
  const anyMs = fromMs + Math.floor(random() * (toMs - fromMs));
  const nearMs = Date.parse(`${pick(CHANGES)}Z`) + Math.floor((random() - 0.5) * 8 * HOUR_MS);
  const edgeMs = Math.floor(anyMs / HOUR_MS) * HOUR_MS - pick([0, 1]);
  const timestampMs = Math.min(Math.max(random() < 0.4 ? nearMs : pick([anyMs, edgeMs]), fromMs), toMs - 1);
  const outlet = pick(['a1', 'a2', 'b1', 'b2'] as const);
  const isBetas = outlet.startsWith('b') || (outlet === 'a2' && timestampMs >= MOVED_AT);
  const campaign = pick(['cola', 'shoes', null] as const);
  const earned = Math.floor(random() * 9_999_999);
  const invalid = random() < 0.15 ? pick(INVALID_REASONS) : null;
  return storedEvent(
    isBetas ? world.beta : world.alpha,
    world.outlets[outlet],
    campaign && world[campaign],
    timestampMs,
    {
      kind: pick(['view', 'view', 'view', 'click', 'burn'] as const),
      amountMicros: invalid === null ? earned : 0,
      ownerMicros: invalid === null ? Math.floor(earned / 3) : 0,
      energyMilliWh: invalid === null ? Math.floor(random() * 30_000) : 0,
      energyMetered: random() < 0.5,
      fingerprint: String(Math.floor(random() * 120)).padStart(32, '0'),
      invalid,
      withheldMicros: invalid === null ? 0 : earned,
    },
  );
}

async function send(howMany: number, fromMs: number, toMs: number): Promise<void> {
  const events = Array.from({ length: howMany }, () => randomEvent(fromMs, toMs));
  await server.events.insert(events);
  server.dependencies.live.announce(changeOf(events));
  sent = [...sent, ...events];
}

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: NETWORK_ZONE } });
  world = await makeWorld(server, ['Asia/Kathmandu', 'America/St_Johns']);
  headers = {
    admin: await server.asRole('admin'),
    alpha: await server.asRole('property', world.alpha.id),
    beta: await server.asRole('property', world.beta.id),
    volt: await server.asRole('advertiser', world.volt.id),
  };
  await reassignOutlet(server.accounts, { outletId: world.outlets.a2.id, customerId: world.beta.id, at: MOVED_AT });
  await placeOutlets();
  await send(2_500, OLDEST, TEST_NOW);
});
afterAll(() => server.close());

/**
 * Areas around the positions of the outlets below: across the date line, on one side of it, around venues, and empty.
 */
const AREAS = ['170,-20,-170,0', '-180,-20,-179,0', '-75,40,-73,41', '0,0,10,10'] as const;

/**
 * Returns the areas that contain an event's outlet, for the customer of the event. The outlet's own position applies to
 * its current holder, and the venue's position to other holders.
 */
function areasOf({ customerKey, outletKey }: StoredEvent): readonly (typeof AREAS)[number][] {
  const { a1, a2, b1 } = world.outlets;
  if (outletKey === a1.key) return [AREAS[0]];
  if (outletKey === b1.key) return [AREAS[0], AREAS[1]];
  // A moved outlet: for Alpha, its venue has a position, and for Beta, the outlet has its own.
  if (outletKey === a2.key) return customerKey === world.alpha.key ? [AREAS[2]] : [AREAS[0]];
  return [];
}

async function placeOutlets(): Promise<void> {
  const { a1, a2, b1, b2 } = world.outlets;
  const set = (id: string, lat: number | null, lng: number | null) =>
    server.accounts.updateTable('outlets').set({ lat, lng }).where('id', '=', id).execute();
  await Promise.all([
    set(a1.id, -16.5, 179.9),
    set(b1.id, -16.8, -179.5),
    set(a2.id, -18, 178),
    set(b2.id, null, null),
  ]);
  const placed = server.accounts.selectFrom('outlet_assignments').select('venue_id').where('outlet_id', '=', b2.id);
  await server.accounts.updateTable('venues').set({ lat: null, lng: null }).where('id', 'in', placed).execute();
}

const isIn: Record<Actor, (event: StoredEvent) => boolean> = {
  admin: () => true,
  alpha: ({ customerKey }) => customerKey === world.alpha.key,
  beta: ({ customerKey }) => customerKey === world.beta.key,
  volt: ({ advertiserKey }) => advertiserKey === world.volt.key,
};

const wallClock = createWallClock();

const weekdayOf = (date: string) => (new Date(date).getUTCDay() + 6) % 7;
const mondayOf = (date: string) => new Date(Date.parse(date) - weekdayOf(date) * DAY_MS).toISOString().slice(0, 10);

type Case = { actor: Actor; tz: string | undefined };
/**
 * Returns the time zone of hours. If an owner's venues are in several time zones and the query has no time zone, hours
 * use the time zone of most outlets.
 */
const hourZone = ({ actor, tz }: Case, zone: string) =>
  tz ?? (actor === 'alpha' || actor === 'beta' ? zone : NETWORK_ZONE);
const isStamped = ({ actor, tz }: Case) => tz === undefined && (actor === 'alpha' || actor === 'beta');

function idOf(dimension: ReportDimension, event: StoredEvent, asked: Case, zone: string): string {
  const clock = wallClock(event.timestampMs, hourZone(asked, zone));
  const date = isStamped(asked) ? event.localDay : clock.date;
  const [, outlet] = Object.entries(world.outlets).find(([, { key }]) => key === event.outletKey) ?? [];
  switch (dimension) {
    case 'hour':
      return `${clock.date}T${clock.hour}:00${clock.offset}`;
    case 'day':
      return date;
    case 'week':
      return mondayOf(date);
    case 'month':
      return date.slice(0, 7);
    case 'hour_of_week':
      return `${weekdayOf(clock.date) + 1}-${clock.hour}`;
    case 'customer':
      return event.customerKey === world.alpha.key ? world.alpha.id : world.beta.id;
    case 'outlet':
      return outlet?.eui ?? '';
    case 'advertiser':
      return event.advertiserKey === 0 ? '' : event.advertiserKey === world.volt.key ? world.volt.id : world.zap.id;
    case 'flight':
      return event.flightKey === 0 ? '' : event.flightKey === world.cola.flight.key ? 'COLA-1' : 'SHOES-1';
    case 'reason':
      return event.invalid ?? '';
    default:
      return '';
  }
}

/** Returns the expected figures of a reader, calculated from single events. */
function addUp(actor: Actor, events: readonly StoredEvent[]): Record<string, number | null> {
  const counted = events.filter(({ invalid }) => invalid === null);
  const views = counted.filter(({ kind }) => kind === 'view');
  const all = events.filter(({ kind }) => kind === 'view').length;
  const clicks = counted.filter(({ kind }) => kind === 'click').length;
  const isOwner = actor === 'alpha' || actor === 'beta';
  const micros = counted.reduce((sum, event) => sum + (isOwner ? event.ownerMicros : event.amountMicros), 0);
  const visitors = new Set(views.map(({ fingerprint }) => fingerprint).filter((one) => !/^0+$/.test(one))).size;
  const energy = counted.reduce((sum, { energyMilliWh }) => sum + energyMilliWh, 0);
  return {
    views: views.length,
    clicks,
    burns: counted.filter(({ kind }) => kind === 'burn').length,
    gross_views: all,
    invalid_views: all - views.length,
    click_rate: views.length === 0 ? null : clicks / views.length,
    visitors,
    revenue: micros / 1_000_000,
    ...(actor === 'volt' ? {} : { energy_kwh: energy / 1_000_000 }),
  };
}

async function ask<Answer>(actor: Actor, url: string): Promise<Answer> {
  const response = await server.app.inject({ url, headers: headers[actor] });
  expect(response.statusCode, `${actor} ${url} ${response.body.slice(0, 300)}`).toBe(200);
  return response.json<Answer>();
}

const DIMENSIONS: readonly ReportDimension[] = [
  ...([
    'hour',
    'day',
    'week',
    'month',
    'hour_of_week',
    'customer',
    'outlet',
    'advertiser',
    'flight',
    'reason',
  ] as const),
];
const METRICS: readonly ReportMetric[] = [
  ...([
    'views',
    'clicks',
    'burns',
    'gross_views',
    'invalid_views',
    'click_rate',
    'visitors',
    'revenue',
    'energy_kwh',
  ] as const),
];
const dateIn = (fromMs: number, toMs: number) =>
  new Date(fromMs + random() * (toMs - fromMs)).toISOString().slice(0, 10);

async function expectRandomReport(): Promise<void> {
  const actor = pick(ACTORS);
  const tz = random() < 0.3 ? undefined : pick(ZONES);
  const isTold = (word: ReportDimension | ReportMetric) =>
    !(word === 'flight' && (actor === 'alpha' || actor === 'beta')) && !(word === 'energy_kwh' && actor === 'volt');
  const dimensions = DIMENSIONS.filter((one) => isTold(one) && random() < 0.2).slice(0, 3);
  // The cached sums of the dashboard answer queries by location only, without invalid traffic and visitors.
  const isPlain = random() < 0.4;
  const plain: readonly ReportMetric[] = ['views', 'clicks', 'burns', 'click_rate', 'revenue', 'energy_kwh'];
  const metrics = (isPlain ? plain : METRICS).filter((one) => isTold(one) && random() < 0.7);
  const [from, to] = [dateIn(OLDEST, TEST_NOW), dateIn(OLDEST, TEST_NOW)].sort() as [string, string];
  const outlet = random() < 0.2 ? pick(Object.values(world.outlets)) : undefined;
  const area = random() < 0.25 ? pick(AREAS) : undefined;
  const query = new URLSearchParams({ from, to, limit: '1000', metrics: metrics.join(',') || 'views' });
  if (dimensions.length > 0) query.set('dimensions', dimensions.join(','));
  if (tz !== undefined) query.set('tz', tz);
  const filters = { ...(outlet && { outlet: [outlet.eui] }), ...(area && { area: [area] }) };
  if (outlet ?? area) query.set('filters', JSON.stringify(filters));
  const url = `/api/reports?${query}`;

  const report = await ask<Report>(actor, url);
  const asked = { actor, tz };
  const { time_zone: zone } = report.period;
  const dayOf = (event: StoredEvent) =>
    isStamped(asked) ? event.localDay : wallClock(event.timestampMs, tz ?? NETWORK_ZONE).date;
  const events = sent.filter(
    (event) =>
      isIn[actor](event) &&
      dayOf(event) >= from &&
      dayOf(event) <= to &&
      (outlet === undefined || event.outletKey === outlet.key) &&
      (area === undefined || areasOf(event).includes(area)),
  );
  const told = (all: Record<string, number | null>) =>
    Object.fromEntries(report.metrics.map((name) => [name, all[name]]));
  expect([url, report.total]).toEqual([url, told(addUp(actor, events))]);
  if (dimensions.length === 0) return;

  const groups = new Map<string, StoredEvent[]>();
  const showsInvalid =
    report.metrics.some((name) => name.includes('s_views') || name.startsWith('invalid')) ||
    dimensions.includes('reason');
  for (const event of events) {
    if (event.invalid !== null && !showsInvalid) continue;
    const key = dimensions.map((dimension) => idOf(dimension, event, asked, zone)).join(' ');
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  const rows = new Map(report.data.map(({ of, values }) => [of.map(({ id }) => id).join(' '), values]));
  for (let cursor = report.next_cursor; cursor !== null; ) {
    const page = await ask<Report>(actor, `${url}&cursor=${cursor}`);
    for (const { of, values } of page.data) rows.set(of.map(({ id }) => id).join(' '), values);
    cursor = page.next_cursor;
  }
  expect([url, rows.size]).toEqual([url, report.rows]);
  for (const [key, own] of groups) expect([url, key, rows.get(key)]).toEqual([url, key, told(addUp(actor, own))]);
  // Every other row is an hour or a day without events.
  const nothing = told(addUp(actor, []));
  for (const [key, values] of rows) if (!groups.has(key)) expect([url, key, values]).toEqual([url, key, nothing]);
}

async function expectReports(runs: number): Promise<void> {
  for (let run = 0; run < byLength(runs, runs * 60); run += 1) await expectRandomReport();
}

async function seal(): Promise<void> {
  const store = server.events as Parameters<typeof createSealJob>[0];
  await createSealJob(store, server.ledger, () => server.clock.ms).runNow();
}

/** Times on days with a clock change, and on the days before and after. */
const COMPARED_AT = CHANGES.flatMap((night) =>
  [-1, 0, 1].flatMap((day) => [5, 12, 23].map((hour) => Date.parse(`${night}Z`) + day * DAY_MS + (hour - 7) * HOUR_MS)),
);

async function expectPartOfDay(tz: string, nowMs: number): Promise<void> {
  server.clock.ms = nowMs + MINUTE_MS - 1;
  const actor = pick(ACTORS);
  const query = `tz=${tz}&range=today&compare=previous&dimensions=hour&metrics=views,revenue&limit=1000`;
  const report = await ask<Report>(actor, `/api/reports?${query}`);
  const { from, to, until = '' } = report.compared_period ?? {};
  const minutes = new Intl.DateTimeFormat('en-GB', { timeZone: tz, hour: '2-digit', minute: '2-digit' });
  expect([tz, until]).toEqual([tz, minutes.format(nowMs)]);
  const shown = [-60, -30, 0, 30, 60].map((minute) => nowMs - DAY_MS + minute * MINUTE_MS);
  // The test of the comparison rule covers times that the clock shows twice or skips.
  if (shown.filter((at) => minutes.format(at) === until && wallClock(at, tz).date === to).length !== 1) return;
  const events = sent.filter(({ timestampMs, ...event }) => {
    if (!isIn[actor]({ timestampMs, ...event }) || event.invalid !== null) return false;
    return wallClock(timestampMs, tz).date === to && minutes.format(timestampMs) < until;
  });
  const { revenue, views } = addUp(actor, events);
  expect([tz, nowMs, from, report.compared_total]).toEqual([tz, nowMs, to, { revenue, views }]);
  const { data } = report;
  expect(data.reduce((sum, { compared }) => sum + (compared?.views ?? 0), 0)).toBe(views);
}

test('compares the current day with the same part of the previous day, around every clock change', async () => {
  // In a short run, the zones together cover all times.
  const every = byLength(ZONES.length, 1);
  for (const [place, tz] of ZONES.entries())
    for (const [at, nowMs] of COMPARED_AT.entries()) if ((at + place) % every === 0) await expectPartOfDay(tz, nowMs);
  server.clock.ms = TEST_NOW;
});

test('before any seal, every report is the sum of its events, in any zone', () => expectReports(5));

test('with sealed weeks, every report is the sum of its events', async () => {
  await seal();
  expect((await server.events.seal()).generation).toBeGreaterThan(0);
  await expectReports(8);
});

test('with late events of sealed weeks, every report is the sum of its events', async () => {
  // A short run covers few weeks.
  await send(60, byLength(TEST_NOW - 30 * DAY_MS, OLDEST), TEST_NOW - 5 * DAY_MS);
  await expectReports(4);
});

test('with resealed weeks, every report is the sum of its events', async () => {
  await seal();
  await expectReports(4);
});

test('counts visitors of an outlet once, even if two customers held it one after the other', async () => {
  const query = '/api/reports?from=2026-01-01&to=2027-12-31&metrics=views,visitors&limit=1000&dimensions=';
  const { data } = await ask<Report>('admin', `${query}outlet`);
  for (const { eui, key } of Object.values(world.outlets)) {
    const { views, visitors } = addUp(
      'admin',
      sent.filter(({ outletKey }) => outletKey === key),
    );
    expect(data.find(({ of }) => of[0]?.id === eui)?.values).toEqual({ views, visitors });
  }
});

test('totals equal those of the dashboard for the same range and every actor', async () => {
  const dimensionsAsked = ['', '&dimensions=outlet', '&dimensions=day', '&dimensions=reason'];
  const ranges = ['', 'range=30d', 'from=2026-10-26&to=2026-11-02', 'range=30d&tz=Asia/Kathmandu'];
  for (const [turn, actor] of ACTORS.entries())
    for (const [at, range] of ranges.entries()) {
      const summary = await ask<Summary>(actor, `/api/list/summary?${range}`);
      // In a short run, each actor uses one breakdown per range.
      const one = dimensionsAsked.slice((turn + at) % 4).slice(0, 1);
      for (const dimensions of byLength(one, dimensionsAsked)) {
        const { total } = await ask<Report>(actor, `/api/reports?${range}${dimensions}`);
        expect([range, dimensions, total]).toMatchObject([
          range,
          dimensions,
          { views: summary.total_views, clicks: summary.total_clicks, revenue: summary.total_revenue },
        ]);
      }
    }
});
