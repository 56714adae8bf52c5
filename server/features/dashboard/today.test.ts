import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DailyFigures } from '#contract/daily.ts';
import type { CustomerList } from '#contract/list.ts';
import { addDays } from '#domain/calendar-date.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { startOfDate } from '#domain/zoned-day.ts';
import { createSealJob } from '#event-store/seal-job.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeOutlet, makeVenue } from '../../testing/makers.ts';
import { byLength } from '../../testing/test-length.ts';
import { storedEvent } from './testing/make-world.ts';

/**
 * Midnights with events around them: an ordinary day, both clock changes, and a time zone with an offset of 5:45. Also
 * midnights that happen twice, and some that do not exist.
 */
const MIDNIGHTS = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-03-09'],
  ['America/New_York', '2026-11-01'],
  ['America/New_York', '2026-11-02'],
  ['Asia/Kathmandu', '2026-11-20'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Pacific/Apia', '2026-06-01'],
  ['Atlantic/Azores', '2026-10-25'],
  ['America/Havana', '2026-11-01'],
  ['Asia/Beirut', '2026-03-29'],
  ['Africa/Cairo', '2026-04-24'],
] as const;

let server: TestApp;
const owners = new Map<string, string>();
const startOf = (zone: string, date: string) => startOfDate(date, zone);

beforeAll(async () => {
  server = await createTestApp();
  for (const [zone, date] of MIDNIGHTS) {
    const customer = await makeCustomer(server.accounts, { name: `${zone} ${date}` });
    const venue = await makeVenue(server.accounts, { customerId: customer.id, timeZone: zone });
    const made = await makeOutlet(server.accounts, { customerId: customer.id, venueId: venue.id });
    const outlet = { ...made, timeZone: zone };
    const midnight = startOf(zone, date);
    const next = startOf(zone, addDays(date, 1));
    const instants = [midnight - 1, midnight, midnight + 1, next - 1, next];
    await server.events.insert(
      instants.map((at, index) => storedEvent(customer, outlet, null, at, { ownerMicros: 10 ** index })),
    );
    owners.set(`${zone} ${date}`, customer.id);
  }
});
afterAll(() => server.close());

async function today(zone: string, date: string, nowMs: number, tz?: string) {
  server.clock.ms = nowMs;
  const id = owners.get(`${zone} ${date}`);
  const headers = await server.asRole('property', id);
  const response = await server.app.inject({ url: `/api/list${tz ? `?tz=${tz}` : ''}`, headers });
  const [card] = response.json<CustomerList>().data;
  expect(card?.devices[0]).toMatchObject({ today_views: card?.today_views, today_revenue: card?.today_revenue });
  return card?.today_revenue;
}

/**
 * Returns the values of `tz` to request: none for the venue's own time zone, and the same time zone explicitly. In a
 * short run, each midnight has only one of the two.
 */
const waysToAsk = (zone: string, date: string) => {
  const night = MIDNIGHTS.findIndex(([one, of]) => one === zone && of === date);
  return byLength(night % 2 === 0 ? [undefined] : [zone], [undefined, zone]);
};

test.each(MIDNIGHTS)('in %s the day of %s contains the events from midnight to midnight', async (zone, date) => {
  const midnight = startOf(zone, date);
  const next = startOf(zone, addDays(date, 1));
  for (const tz of waysToAsk(zone, date)) {
    expect(await today(zone, date, midnight - 1, tz)).toBe(0.000001);
    expect(await today(zone, date, midnight, tz)).toBe(0.00111);
    expect(await today(zone, date, next - 1, tz)).toBe(0.00111);
    expect(await today(zone, date, next, tz)).toBe(0.01);
  }
});

test('a requested zone overrides the venue’s, and administrators get the network’s', async () => {
  const [zone, date] = MIDNIGHTS[4];
  const midnight = startOf(zone, date);
  // In UTC it is still the previous day, so all events up to here are in it.
  expect(await today(zone, date, midnight + HOUR_MS, 'UTC')).toBe(0.000111);
  const id = owners.get(`${zone} ${date}`);
  const response = await server.app.inject({ url: `/api/list?cid=${id}`, headers: await server.asRole('admin') });
  expect(response.json<CustomerList>().data[0]?.today_views).toBe(3);
});

test.each(MIDNIGHTS)(
  'the daily series in %s around %s has each event on its day, and days without events',
  async (zone, date) => {
    const at = (days: number) => startOf(zone, addDays(date, days)) / 1000;
    server.clock.ms = at(4) * 1000;
    const id = owners.get(`${zone} ${date}`);
    const range = `start=${at(-2)}&end=${at(3)}`;
    for (const tz of waysToAsk(zone, date)) {
      const query = tz === undefined ? range : `${range}&tz=${tz}`;
      const response = await server.app.inject({
        url: `/api/list/daily?${query}`,
        headers: await server.asRole('property', id),
      });
      expect(response.json<DailyFigures>().data.map(({ date, views, revenue }) => [date, views, revenue])).toEqual([
        [addDays(date, -2), 0, 0],
        [addDays(date, -1), 1, 0.000001],
        [addDays(date, 0), 3, 0.00111],
        [addDays(date, 1), 1, 0.01],
        [addDays(date, 2), 0, 0],
      ]);
    }
  },
);

test('a rating covers the last thirty days, to the hour, before and after sealing', async () => {
  const customer = await makeCustomer(server.accounts, { name: 'Rated' });
  const venue = await makeVenue(server.accounts, { customerId: customer.id, timeZone: 'UTC' });
  const outlet = await makeOutlet(server.accounts, { customerId: customer.id, venueId: venue.id });
  const nowMs = Date.UTC(2026, 10, 21, 12);
  const event = (ago: number, kind: 'view' | 'burn') =>
    storedEvent(customer, { ...outlet, timeZone: 'UTC' }, null, nowMs - 30 * DAY_MS - ago, { kind });
  const within = (['view', 'view', 'burn'] as const).map((kind) => event(-HOUR_MS, kind));
  const before = (['view', 'view', 'view', 'burn'] as const).map((kind) => event(HOUR_MS, kind));
  await server.events.insert([...within, ...before]);
  const ratings = async () => {
    server.clock.ms = nowMs;
    const answers = [];
    for (const headers of [await server.asRole('property', customer.id), await server.asRole('admin')]) {
      const answer = await server.app.inject({ url: '/api/list?q=Rated', headers });
      const card = answer.json<CustomerList>().data.find(({ id }) => id === customer.id);
      answers.push([card?.total_views, card?.rating, card?.devices[0]?.rating]);
    }
    return answers;
  };
  const expected = [5, 50, 50];
  expect(await ratings()).toEqual([expected, expected]);
  await createSealJob(server.events, server.ledger, () => nowMs).runNow();
  server.clock.ms = nowMs + 1;
  expect((await server.events.seal()).generation).toBeGreaterThan(0);
  expect(await ratings()).toEqual([expected, expected]);
});
