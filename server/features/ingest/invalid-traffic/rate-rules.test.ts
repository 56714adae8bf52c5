import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { FIRST_RULES, isOverOutletPace, isOverVisitorPace } from '#domain/judging-rules.ts';
import type { EventsRead, EventsReader } from '#event-store/events-db.ts';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { createRateRules, type RatedView } from './rate-rules.ts';

const NOW = 1_795_363_200_000;
const VISITOR = 'ab'.repeat(16);
let serial = 0n;

const view = (atMs: number, more: Partial<RatedView> = {}): RatedView => {
  serial += 1n;
  const who = { eventId: serial, customerKey: 1, outletKey: Number(serial), fingerprint: VISITOR };
  return { ...who, atMs, seconds: 120, sockets: 1, reason: null, ...more };
};
const views = (count: number, fromMs: number) => Array.from({ length: count }, (_, at) => view(fromMs + at));
const stored = ({ eventId, outletKey, fingerprint, atMs }: RatedView) => ({
  id: String(eventId),
  outlet: outletKey,
  visitor: fingerprint,
  at: String(atMs),
  flight: 0,
  cryptic: '',
});

/** Returns the views of one second, as the store returns them when the rules load the past. */
const columns = (rows: readonly RatedView[]) => ({
  ids: rows.map(({ eventId }) => Number(eventId)),
  outlets: rows.map(({ outletKey }) => outletKey),
  visitors: rows.map(({ fingerprint }) => fingerprint),
  at: rows.map(({ atMs }) => atMs),
  flights: rows.map(() => 0),
  tokens: rows.map(() => ''),
});
const isReadingBack = ({ sql }: EventsRead) => sql.includes('groupArray(');

/** Whether the time is in one of the query's time ranges. */
const isWithin = ({ params = {} }: EventsRead, atMs: number) =>
  Object.keys(params).some((name) => {
    const nth = /^from(\d+)$/.exec(name)?.[1];
    return nth !== undefined && Number(params[name]) <= atMs && atMs <= Number(params[`to${nth}`]);
  });

/** Creates a store with these views, which records the queries. */
function storeOf(rows: readonly RatedView[]) {
  const asked: EventsRead[] = [];
  const stream = async function* (read: EventsRead) {
    asked.push(read);
    const [from, to] = [Number(read.params?.from), Number(read.params?.to)];
    if (isReadingBack(read)) yield columns(rows.filter(({ atMs }) => atMs >= from && atMs < to));
    else yield* rows.filter(({ atMs }) => isWithin(read, atMs)).map(stored);
  };
  const query = async ({ sql, params }: EventsRead) => {
    const times = rows.map(({ atMs }) => atMs).filter((atMs) => atMs >= Number(params?.from));
    if (sql.includes('count()')) return [{ views: times.length, flights: [0] }];
    const at = times.sort((one, other) => other - one)[Number(params?.nth)];
    return at === undefined ? [] : [{ at: String(at) }];
  };
  return { asked, events: { query, stream } as unknown as EventsReader };
}
const seconds = { load: async () => () => 120, mixed: async () => [] };
const open = (rows: readonly RatedView[] = [], shared = false) => {
  const { asked, events } = storeOf(rows);
  const book = createRateRules({ events, now: () => NOW, shared });
  const judge = async (some: readonly RatedView[]) =>
    book.judge(some, FIRST_RULES, await book.look(some, FIRST_RULES, seconds));
  /** Loads the past with a first batch, and clears the recorded queries. */
  const begin = async () => {
    await book.look([view(NOW)], FIRST_RULES, seconds);
    await book.idle();
    asked.length = 0;
  };
  return { asked, begin, book, judge };
};

test('concurrent batches share one limit, and views that were not stored do not count', async () => {
  const { begin, book, judge, asked } = open();
  await begin();
  const batches = [views(20, NOW - MINUTE_MS), views(20, NOW - MINUTE_MS)];
  const [one, other] = await Promise.all(batches.map(judge));
  expect([one?.size, other?.size]).toEqual([0, 10]);
  book.forget(batches[0] ?? []);
  expect((await judge(views(25, NOW))).size).toBe(5);
  expect((await judge(views(31, NOW - 20 * HOUR_MS))).size).toBe(1);
  // The store was empty.
  expect(asked).toHaveLength(0);
});

test('knows the stored views at startup, and queries the store for older ones', async () => {
  const { begin, judge, asked } = open([...views(30, NOW - 5 * HOUR_MS), ...views(30, NOW - MINUTE_MS)]);
  await begin();
  expect((await judge([view(NOW)])).size).toBe(1);
  expect(asked).toHaveLength(0);
  expect((await judge([view(NOW - 5 * HOUR_MS)])).size).toBe(1);
  expect(asked.length).toBeGreaterThan(0);
});

test('does not wait for the past to load, and counts views that arrive meanwhile once', async () => {
  const past = views(10, NOW - MINUTE_MS);
  const { asked, events } = storeOf(past);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const stream = async function* (read: EventsRead) {
    if (isReadingBack(read)) await held;
    yield* events.stream(read);
  };
  const book = createRateRules({
    events: { ...events, stream } as unknown as EventsReader,
    now: () => NOW,
    shared: false,
  });
  const judge = async (some: readonly RatedView[]) =>
    book.judge(some, FIRST_RULES, await book.look(some, FIRST_RULES, seconds));
  const [early, refused] = [views(10, NOW), views(5, NOW)];
  expect((await judge([...early, ...refused])).size).toBe(0);
  book.forget(refused);
  // The views are stored before the past is read.
  past.push(...early);
  goOn();
  await book.idle();
  const before = asked.length;
  expect((await judge(views(12, NOW + MINUTE_MS))).size).toBe(2);
  expect(asked).toHaveLength(before);
});

test('with other processes, queries the store every time and counts no view twice', async () => {
  const rows = views(20, NOW - MINUTE_MS);
  const { judge } = open(rows, true);
  expect((await judge(rows)).size).toBe(0);
  expect((await judge(views(11, NOW))).size).toBe(1);
});

test('a view that is invalid for a later reason does not count', async () => {
  const { judge } = open();
  await judge(views(30, NOW - MINUTE_MS).map((one) => ({ ...one, reason: 'data_centre' as const })));
  expect((await judge([view(NOW)])).size).toBe(0);
});

test('finds the same as the plain rules over a complete list, with past, late and forgotten views', async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const random = seededRandom('pace book', seed);
    const whole = (below: number) => random.whole(0, below - 1);
    const people = Array.from({ length: 1 + whole(9) }, () => random.hex(32));
    const next = () => {
      const atMs = NOW - whole([HOUR_MS, 2 * HOUR_MS, 9 * HOUR_MS][whole(3)] ?? HOUR_MS);
      const fingerprint = people[whole(people.length)] ?? VISITOR;
      return view(atMs, { fingerprint, outletKey: 1 + whole(20), seconds: 120 });
    };
    const counted = Array.from({ length: whole(200) }, next);
    const { book, judge } = open(counted, seed % 4 === 0);
    for (let batch = 0; batch < 25; batch += 1) {
      const some = Array.from({ length: 1 + whole(20) }, next);
      const reasons = await judge(some);
      const given: RatedView[] = [];
      for (const one of some.toSorted((a, b) => a.atMs - b.atMs)) {
        const reason = plainReason(one, [...counted, ...given]);
        expect(reasons.get(one.eventId) ?? null).toBe(reason);
        if (reason === null) given.push(one);
      }
      const kept = given.filter(() => random.fraction() < 0.9);
      book.forget(given.filter((one) => !kept.includes(one)));
      counted.push(...kept);
      if (batch % 5 === 4) await book.idle();
    }
  }
});

function plainReason(view: RatedView, counted: readonly RatedView[]): string | null {
  const seen = counted.filter(({ fingerprint }) => fingerprint === view.fingerprint);
  if (isOverVisitorPace(seen, view, FIRST_RULES.visitorSeconds ?? 0)) return 'visitor_pace';
  const shown = counted.filter(({ outletKey }) => outletKey === view.outletKey);
  return isOverOutletPace(shown, view, view.sockets) ? 'outlet_pace' : null;
}
