// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, WEEK_MS } from '#domain/durations.ts';
import type { Scope } from '#domain/role.ts';
import type { StoredEvent } from '#event-store/events-db.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { describeOnEventsEngines, type TestEvents } from '#event-store/testing/open-test-events.ts';
import type { Interval, RawPart } from '../plan/reading-plan.ts';
import { findFirstRawEvent } from './first-events-queries.ts';
import { retryingReads } from './retrying-reads.ts';
import { sumRawByDay, sumRawEvents } from './sums-queries.ts';

const MONDAY_MS = Date.UTC(2026, 9, 19);
const NOTHING: Interval = { fromMs: 0, toMs: 0 };
const NOWHERE: RawPart = { head: NOTHING, tail: NOTHING, weeks: [], within: NOTHING };
const HEAD = { head: { fromMs: MONDAY_MS - 2 * DAY_MS, toMs: MONDAY_MS } };
const TAIL = { tail: { fromMs: MONDAY_MS + 2 * WEEK_MS, toMs: MONDAY_MS + 4 * WEEK_MS } };
const LATE = { weeks: ['2026-10-19'], within: { fromMs: MONDAY_MS, toMs: MONDAY_MS + WEEK_MS } };
const PARTS: readonly RawPart[] = [{}, HEAD, TAIL, LATE, { ...HEAD, ...LATE }, { ...TAIL, ...LATE }].map((some) => ({
  ...NOWHERE,
  ...some,
}));
const TODAY: readonly Interval[] = [NOTHING, { fromMs: MONDAY_MS + 20 * DAY_MS, toMs: MONDAY_MS + 21 * DAY_MS }];
const SCOPES: readonly Scope[] = [
  { kind: 'all' },
  { kind: 'owner', customerId: 'one', customerKey: 1 },
  { kind: 'advertiser', customerId: 'ten', customerKey: 10 },
];
const NO_ARCHIVE = { endMs: 0, weeks: new Map() };

const SENT: readonly StoredEvent[] = Array.from({ length: 90 }, (_, at) =>
  makeStoredEvent({
    eventId: BigInt(at + 1),
    outletKey: at % 11,
    customerKey: 1 + (at % 2),
    advertiserKey: 10 + (at % 3),
    kind: at % 7 === 0 ? 'burn' : 'view',
    timestampMs: MONDAY_MS - 2 * DAY_MS + (at % 30) * DAY_MS + HOUR_MS,
    energyMetered: at % 4 === 0,
  }),
);

const isIn = ({ timestampMs }: StoredEvent, { fromMs, toMs }: Interval) => timestampMs >= fromMs && timestampMs < toMs;
const isOf = (event: StoredEvent, { head, tail, within }: RawPart) =>
  [head, tail, within].some((time) => isIn(event, time));
const seenBy = (scope: Scope) =>
  SENT.filter(
    ({ advertiserKey, customerKey }) =>
      scope.kind === 'all' || (scope.kind === 'owner' ? customerKey : advertiserKey) === scope.customerKey,
  );

function addUp(scope: Scope, events: readonly StoredEvent[]) {
  const views = events.filter(({ kind }) => kind === 'view');
  const money = scope.kind === 'owner' ? 'ownerMicros' : 'amountMicros';
  return {
    views: views.length,
    burns: events.length - views.length,
    micros: events.reduce((sum, event) => sum + BigInt(event[money]), 0n),
    estimatedViews: scope.kind === 'advertiser' ? 0 : views.filter(({ energyMetered }) => !energyMetered).length,
  };
}

describeOnEventsEngines('sums of raw rows whose parts are empty in any way', ['embedded', 'cluster'], (open) => {
  let store: TestEvents;
  let reads: ReturnType<typeof retryingReads>;
  beforeAll(async () => {
    store = await open();
    reads = retryingReads(store.events);
    await store.events.insert(SENT);
  });
  afterAll(() => store.close());

  test.each(SCOPES)('total, today and rating of $kind', async (scope) => {
    const asked = PARTS.flatMap((total) =>
      [NOWHERE, { ...NOWHERE, ...TAIL }].flatMap((rated) => TODAY.map((today) => ({ total, rated, today }))),
    );
    for (const times of asked) {
      const how = { customers: null, byOutlet: false, byLocalDay: false };
      const rows = await sumRawEvents(reads, scope, { ...how, ...times }, NO_ARCHIVE);
      const add = (read: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + read(row), 0);
      const told = (part: 'total' | 'today') => ({
        views: add((row) => row[part].views),
        burns: add((row) => row[part].burns),
        micros: rows.reduce((sum, row) => sum + row[part].micros, 0n),
        estimatedViews: add((row) => row[part].estimatedViews),
      });
      const seen = seenBy(scope);
      const rated = seen.filter((event) => isOf(event, times.rated));
      expect(
        { total: told('total'), today: told('today'), ratedBurns: add(({ ratedBurns }) => ratedBurns) },
        JSON.stringify(times),
      ).toEqual({
        total: addUp(
          scope,
          seen.filter((event) => isOf(event, times.total)),
        ),
        today: addUp(
          scope,
          seen.filter((event) => isIn(event, times.today)),
        ),
        ratedBurns: addUp(scope, rated).burns,
      });
    }
  });

  test.each(SCOPES)('days, and the first event, of $kind', async (scope) => {
    for (const raw of PARTS) {
      const asked = { raw, customers: null, dayStarts: null };
      const days = await sumRawByDay(reads, scope, asked, NO_ARCHIVE);
      const seen = seenBy(scope).filter((event) => isOf(event, raw));
      expect(days.map(({ day }) => day).sort()).toEqual([...new Set(seen.map(({ localDay }) => localDay))].sort());
      expect(days.reduce((sum, { micros }) => sum + micros, 0n)).toBe(addUp(scope, seen).micros);
      const times = seen.map(({ timestampMs }) => timestampMs).sort((one, other) => one - other);
      expect(await findFirstRawEvent(reads, scope, asked, NO_ARCHIVE)).toBe(times[0] ?? null);
    }
  });
});
