import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report, ReportDimension } from '#contract/reports.ts';
import type { OutletService } from '#contract/service.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { LATE_AFTER_MS } from '#domain/outlet-status.ts';
import { createRandom } from '#event-store/testing/event-oracle.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { reassignOutlet } from '../../testing/makers.ts';
import { byLength } from '../../testing/test-length.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';
import { createWallClock } from './testing/wall-clock.ts';

const NOW = Math.floor(TEST_NOW / MINUTE_MS) * MINUTE_MS;
/**
 * Number of days of contacts, which include both sides of a clock change (1 November in New York) and a move to another
 * owner.
 */
const DAYS = 28;
const OLDEST = NOW - DAYS * DAY_MS;
const MOVED_AT = NOW - 11 * DAY_MS - 77 * MINUTE_MS;
const ZONES = ['America/St_Johns', 'Asia/Kathmandu'] as const;

type Actor = 'admin' | 'alpha' | 'beta';
type Stay = {
  readonly holder: 'alpha' | 'beta';
  readonly zone: string;
  readonly fromMs: number;
  readonly toMs: number;
};

let server: TestApp;
let world: World;
let headers: Record<Actor, { authorization: string }>;
/** Minutes with contact, and the stays of each outlet, by EUI. */
const contacts = new Map<string, Set<number>>();
const stays = new Map<string, readonly Stay[]>();
const random = createRandom(61);
const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;

/** Stores an outlet's contacts: hours with contact every few minutes, and other hours without any. */
async function speak(outlet: { key: number; eui: string }, fromMs: number): Promise<void> {
  const minutes = new Set<number>();
  for (let at = fromMs; at < NOW; ) {
    minutes.add(at);
    at += MINUTE_MS * (random() < 0.02 ? 30 + Math.floor(random() * 900) : 1 + Math.floor(random() * 9));
  }
  contacts.set(outlet.eui, minutes);
  const hours = new Map<number, [number, number]>();
  for (const ms of minutes) {
    const [hour, minute] = [Math.floor(ms / HOUR_MS), (ms % HOUR_MS) / MINUTE_MS];
    const halves = hours.get(hour) ?? [0, 0];
    halves[minute < 30 ? 0 : 1] |= 1 << (minute % 30);
    hours.set(hour, halves);
  }
  const rows = [...hours].map(([hour, [first_half, second_half]]) => ({
    outlet_key: outlet.key,
    hour,
    first_half,
    second_half,
  }));
  for (let from = 0; from < rows.length; from += 200)
    await server.accounts
      .insertInto('contact_hours')
      .values(rows.slice(from, from + 200))
      .execute();
}

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'America/New_York' } });
  server.clock.ms = NOW;
  world = await makeWorld(server, ZONES);
  headers = {
    admin: await server.asRole('admin'),
    alpha: await server.asRole('property', world.alpha.id),
    beta: await server.asRole('property', world.beta.id),
  };
  const { a1, a2, b1, b2 } = world.outlets;
  await reassignOutlet(server.accounts, { outletId: a2.id, customerId: world.beta.id, at: MOVED_AT });
  const whole = { fromMs: 0, toMs: NOW };
  stays.set(a1.eui, [{ holder: 'alpha', zone: ZONES[0], ...whole }]);
  stays.set(a2.eui, [
    { holder: 'alpha', zone: ZONES[1], fromMs: 0, toMs: MOVED_AT },
    { holder: 'beta', zone: 'America/New_York', fromMs: MOVED_AT, toMs: NOW },
  ]);
  stays.set(b1.eui, [{ holder: 'beta', zone: ZONES[0], ...whole }]);
  stays.set(b2.eui, [{ holder: 'beta', zone: ZONES[1], ...whole }]);
  await speak(a1, OLDEST);
  await speak(a2, OLDEST + 3 * HOUR_MS);
  // The first contact of outlet b1 is in the middle of a day. Outlet b2 never had contact.
  await speak(b1, NOW - 6 * DAY_MS - 555 * MINUTE_MS);
  await server.events.insert([storedEvent(world.alpha, a1, world.cola, NOW - DAY_MS)]);
});
afterAll(() => server.close());

const wallClock = createWallClock();

type Asked = { actor: Actor; tz: string | undefined; from: string; to: string; dimensions: readonly ReportDimension[] };

/**
 * Counts minute by minute: an outlet is served during a stay, and up if the last contact is recent enough for the
 * status online.
 */
function reckon({ actor, tz, from, to, dimensions }: Asked, clockZone: string, eui: string | undefined) {
  const rows = new Map<string, { served: number; up: number }>();
  const total = { served: 0, up: 0 };
  const isOfVenues = tz === undefined && actor !== 'admin';
  for (const [outlet, own] of stays) {
    const minutes = contacts.get(outlet);
    if (minutes === undefined || (eui !== undefined && outlet !== eui)) continue;
    const first = Math.min(...minutes);
    let last = Number.NEGATIVE_INFINITY;
    for (let at = first; at < NOW; at += MINUTE_MS) {
      if (minutes.has(at)) last = at;
      const stay = own.find(({ fromMs, toMs }) => at >= fromMs && at < toMs);
      if (stay === undefined || (actor !== 'admin' && stay.holder !== actor)) continue;
      const { date } = wallClock(at, isOfVenues ? stay.zone : clockZone);
      if (date < from || date > to) continue;
      const clock = wallClock(at, clockZone);
      const weekday = ((new Date(clock.date).getUTCDay() + 6) % 7) + 1;
      const ids: Partial<Record<ReportDimension, string>> = {
        day: date,
        month: date.slice(0, 7),
        outlet,
        customer: world[stay.holder].id,
        hour: `${clock.date}T${clock.hour}:00${clock.offset}`,
        hour_of_week: `${weekday}-${clock.hour}`,
      };
      const key = dimensions.map((dimension) => ids[dimension]).join(' ');
      const row = rows.get(key) ?? { served: 0, up: 0 };
      rows.set(key, row);
      for (const sum of [row, total]) {
        sum.served += 1;
        if (at - last < LATE_AFTER_MS) sum.up += 1;
      }
    }
  }
  const ratio = ({ served, up }: typeof total) => (served === 0 ? null : up / served);
  return { rows: new Map([...rows].map(([key, row]) => [key, ratio(row)])), total: ratio(total) };
}

async function ask<Answer>(actor: Actor, url: string): Promise<Answer> {
  const response = await server.app.inject({ url, headers: headers[actor] });
  expect(response.statusCode, `${url} ${response.body.slice(0, 200)}`).toBe(200);
  return response.json<Answer>();
}

const DIMENSIONS: readonly ReportDimension[] = ['hour', 'day', 'month', 'hour_of_week', 'customer', 'outlet'];
const dateIn = () => new Date(OLDEST + random() * DAYS * DAY_MS).toISOString().slice(0, 10);

test('uptime of any range, zone, time and outlet equals the sum of the minutes', async () => {
  for (let run = 0; run < byLength(6, 120); run += 1) {
    const actor = pick(['admin', 'alpha', 'beta'] as const);
    const tz = pick([undefined, 'UTC', 'Asia/Kathmandu', 'America/St_Johns', 'America/New_York']);
    const [from, to] = [dateIn(), dateIn()].sort() as [string, string];
    const dimensions = DIMENSIONS.filter(() => random() < 0.3).slice(0, 2);
    const outlet = random() < 0.3 ? pick([...stays.keys()]) : undefined;
    const query = new URLSearchParams({ from, to, metrics: 'uptime', limit: '1000', dimensions: dimensions.join(',') });
    if (dimensions.length === 0) query.delete('dimensions');
    if (tz !== undefined) query.set('tz', tz);
    if (outlet !== undefined) query.set('filters', JSON.stringify({ outlet: [outlet] }));
    const url = `/api/reports?${query}`;
    const report = await ask<Report>(actor, url);
    const told = reckon({ actor, tz, from, to, dimensions }, report.period.time_zone, outlet);
    expect([url, report.total.uptime]).toEqual([url, told.total]);
    if (dimensions.length === 0 || report.next_cursor !== null) continue;
    const rows = new Map(report.data.map(({ of, values }) => [of.map(({ id }) => id).join(' '), values.uptime]));
    for (const [key, uptime] of told.rows) expect([url, key, rows.get(key)]).toEqual([url, key, uptime]);
    for (const [key, uptime] of rows) if (!told.rows.has(key)) expect([url, key, uptime]).toEqual([url, key, null]);
  }
});

test('the uptime of an outlet is the same in a report and on its page, day by day', async () => {
  const { a1 } = world.outlets;
  const page = await ask<OutletService>('alpha', `/api/outlets/${a1.id}?days=14`);
  const [from, to] = [page.days[0]?.date, page.days.at(-1)?.date];
  const filters = encodeURIComponent(JSON.stringify({ outlet: [a1.eui] }));
  const query = `/api/reports?from=${from}&to=${to}&filters=${filters}&metrics=uptime&dimensions=day`;
  const report = await ask<Report>('alpha', query);
  expect(report.total.uptime).toBe(page.uptime);
  expect(report.data.map(({ of, values }) => [of[0]?.id, values.uptime])).toEqual(
    page.days.map(({ date, uptime }) => [date, uptime]),
  );
});

test('is the same with other metrics, with a comparison period, and in files', async () => {
  const query = '/api/reports?range=7d&compare=previous&dimensions=outlet&metrics=views,visitors,uptime&sort=uptime';
  const report = await ask<Report>('admin', query);
  const alone = await ask<Report>('admin', '/api/reports?range=7d&dimensions=outlet&metrics=uptime');
  const uptimes = ({ data }: Report) => new Map(data.map(({ of, values }) => [of[0]?.id, values.uptime]));
  expect(uptimes(report)).toEqual(uptimes(alone));
  expect(report.total).toMatchObject({ views: 1, visitors: 1, uptime: alone.total.uptime });
  expect(report.compared_total?.uptime).toBeGreaterThan(0);
  const { body } = await server.app.inject({ url: `${query}&format=csv`, headers: headers.admin });
  const lines = body.replace('\ufeff', '').trimEnd().split('\r\n');
  expect(lines[0]).toBe('outlet,outlet_id,views,views_compared,visitors,visitors_compared,uptime,uptime_compared');
  expect(lines.slice(1).map((line) => line.split(',')[6])).toEqual(
    report.data.map(({ values }) => String(values.uptime ?? '')),
  );
});
