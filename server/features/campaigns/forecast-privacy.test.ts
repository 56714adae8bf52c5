import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { changeOf } from '../../live/live-changes.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeOutlet, makeUser, makeVenue } from '../../testing/makers.ts';
import { byLength } from '../../testing/test-length.ts';

type Outlet = { readonly id: string; readonly key: number; readonly owner: number; readonly venue: string };
type Forecast = {
  readonly precision: string;
  readonly views_28_days: number | null;
  readonly competing: number | null;
  readonly views: object | null;
  readonly spend: object | null;
};

/** Number of outlets at each venue. The last two venues are too small to be distinguished from each other. */
const SIZES = [7, 5, 3, 2];
/**
 * Time between two worlds. Both worlds have the same sums per group, but the outlets of a group exchange their views.
 */
const LATER_MS = 60 * DAY_MS;

let server: TestApp;
let people: Record<'reader' | 'admin', Awaited<ReturnType<typeof makeUser>>>;
let readerKey: number;
let nextEvent = 1n;
const outlets: Outlet[] = [];

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  const { accounts } = server;
  const advertiser = await makeCustomer(accounts, { kind: 'advertiser' });
  readerKey = advertiser.key;
  people = {
    reader: await makeUser(accounts, { role: 'advertiser', customerId: advertiser.id }),
    admin: await makeUser(accounts, { role: 'admin' }),
  };
  for (const size of SIZES) {
    const owner = await makeCustomer(accounts);
    const venue = await makeVenue(accounts, { customerId: owner.id });
    for (let count = 0; count < size; count += 1) {
      const made = await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id });
      outlets.push({ id: made.id, key: made.key, owner: owner.key, venue: venue.id });
    }
  }
});
afterAll(() => server.close());

/**
 * Stores views for each outlet, spread over the flights and over the days before `nowMs`. Each flight has its own
 * advertiser.
 */
async function store(nowMs: number, viewsOf: (outlet: number) => number, flights: readonly number[]) {
  const events = outlets.flatMap(({ key, owner }, at) =>
    Array.from({ length: viewsOf(at) }, (_, view) => {
      nextEvent += 1n;
      const flight = flights[view % flights.length] ?? 0;
      const timestampMs = nowMs - (1 + (view % 20)) * DAY_MS;
      const of = { flightKey: flight, advertiserKey: flight === 1 ? readerKey : 10_000 + flight };
      return makeStoredEvent({ customerKey: owner, outletKey: key, eventId: nextEvent, timestampMs, ...of });
    }),
  );
  await server.events.insert(events);
  server.dependencies.live.announce(changeOf(events));
}

/** Sessions by reader and time, because a session from another time has expired. */
const sessions = new Map<string, Promise<Record<string, string>>>();
function sessionAt(who: 'reader' | 'admin', nowMs: number) {
  server.clock.ms = nowMs;
  const session = sessions.get(`${who}|${nowMs}`) ?? server.as(people[who]);
  sessions.set(`${who}|${nowMs}`, session);
  return session;
}

async function ask(who: 'reader' | 'admin', nowMs: number, targets: object): Promise<Forecast> {
  const headers = await sessionAt(who, nowMs);
  const day = (days: number) => new Date(nowMs + days * DAY_MS).toISOString();
  const query = { targets: JSON.stringify(targets), starts: day(1), ends: day(13.7), model: 'cpm', budget: '5000' };
  const url = `/api/flights/forecast?${new URLSearchParams(query).toString()}`;
  const answer = await server.app.inject({ url, headers });
  const { competing, precision, spend, views, views_28_days } = answer.json<Forecast>();
  expect(answer.statusCode).toBe(200);
  return { competing, precision, spend, views, views_28_days };
}

const ids = (places: readonly number[]) => ({ outlets: places.map((at) => outlets[at]?.id) });

test('shows figures only with three flights of others, for five outlets but not for four', async () => {
  const nowMs = TEST_NOW + 10 * LATER_MS;
  const all = outlets.map((_, at) => at);
  // The third flight is the reader's own, so the other views would be those of only two flights.
  await store(nowMs, () => 6, [1, 2, 3]);
  const none = { competing: null, precision: 'withheld', spend: null, views: null, views_28_days: null };
  expect(await ask('reader', nowMs, ids(all))).toEqual(none);
  expect((await ask('admin', nowMs, ids([0]))).views_28_days).toBe(6);
  await store(nowMs, () => 4, [4]);
  expect(await ask('reader', nowMs, ids([0, 1, 2, 3]))).toEqual(none);
  expect(await ask('reader', nowMs, ids([0]))).toEqual(none);
  expect(await ask('reader', nowMs, ids([0, 1, 2, 3, 4]))).toMatchObject({ precision: 'grouped', views_28_days: 50 });
  expect(await ask('reader', nowMs, {})).toMatchObject({ precision: 'grouped', views_28_days: 170 });
});

test('no selection of outlets, and no difference of two selections, distinguishes one outlet of a group', async () => {
  const [first, second] = [TEST_NOW + 20 * LATER_MS, TEST_NOW + 21 * LATER_MS];
  const views = [20, 40, 60, 80, 140, 100, 20, 40, 60, 20, 40, 60, 20, 60, 40, 20, 20];
  // The views, rotated by one within each group: the 7, the 5, and the 5 at the two small venues.
  const moved = [views.slice(0, 7), views.slice(7, 12), views.slice(12)].flatMap((of) => [
    ...of.slice(1),
    ...of.slice(0, 1),
  ]);
  await store(first, (at) => views[at] ?? 0, [1, 2, 3, 4, 5]);
  await store(second, (at) => moved[at] ?? 0, [1, 2, 3, 4, 5]);

  expect((await ask('admin', first, ids([4]))).views_28_days).toBe(140);
  expect((await ask('admin', second, ids([4]))).views_28_days).toBe(100);

  const places = fc.uniqueArray(fc.nat(outlets.length - 1), { minLength: 1 });
  const venues = fc.uniqueArray(fc.constantFrom(...new Set(outlets.map(({ venue }) => venue))), { minLength: 1 });
  const selections = fc.oneof(
    places.map(ids),
    places.map((except) => ({ except: ids(except) })),
    fc.tuple(venues, places).map(([of, except]) => ({ venues: of, except: ids(except) })),
  );
  const told: string[] = [];
  await fc.assert(
    fc.asyncProperty(selections, async (targets) => {
      const one = await ask('reader', first, targets);
      expect(await ask('reader', second, targets)).toEqual(one);
      told.push(one.precision);
    }),
    { numRuns: byLength(40, 300) },
  );
  expect(new Set(told)).toEqual(new Set(['grouped', 'withheld']));
  // Excludes one outlet at each step: the result is the same for every excluded outlet.
  const without = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((at) => ask('reader', second, { except: ids([at]) })));
  expect(new Set(without.map((answer) => JSON.stringify(answer))).size).toBe(1);
});
