import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { describeOnEventsEngines, EVENTS_ENGINES, type TestEvents } from '#event-store/testing/open-test-events.ts';
import { readSpentByDay, readSpentByFlight } from '../store/ingest-events-queries.ts';

/** Clocks are set back over midnight, to 23:00 of the previous day, at 21:00 UTC. */
const [BEIRUT, TURN_MS] = ['Asia/Beirut', Date.UTC(2026, 9, 24, 21)];
/** Clocks jump over midnight, to 1:00, at 22:00 UTC. */
const SPRING_MS = Date.UTC(2026, 2, 28, 22);

describeOnEventsEngines('what flights spent by day', EVENTS_ENGINES, (open) => {
  let store: TestEvents;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  test.each([
    ['set back over midnight', TURN_MS, 1],
    ['set forward over midnight', SPRING_MS, 2],
  ])('equals the reserved amounts where clocks are %s', async (_, turnMs, flightKey) => {
    const earned = Array.from({ length: 12 }, (_, at) => ({
      timestampMs: turnMs + (at - 6) * (HOUR_MS / 2),
      amountMicros: 2 ** at,
    }));
    await store.events.insert(
      earned.map((one, at) =>
        makeStoredEvent({ ...one, flightKey, outletKey: at + 1, eventId: BigInt(100 * flightKey + at) }),
      ),
    );
    const expected = new Map<string, number>();
    for (const { timestampMs, amountMicros } of earned) {
      const { date } = zonedDay(timestampMs, BEIRUT);
      expected.set(date, (expected.get(date) ?? 0) + amountMicros);
    }
    const span = { fromMs: turnMs - 9 * DAY_MS, toMs: turnMs + 2 * DAY_MS };
    const spentIn = async (zone: string) => {
      const days = await readSpentByDay(store.events, { zone, keys: [flightKey], ...span });
      return new Map(days.map(({ date, micros }) => [date, micros]));
    };
    expect(await spentIn(BEIRUT)).toEqual(expected);
    expect(expected.size).toBe(2);
    // This process accepts the name, but the engine does not know it.
    expect(await spentIn('utc')).toEqual(await spentIn('UTC'));
    expect(await readSpentByFlight(store.events, [flightKey])).toEqual(new Map([[flightKey, 2 ** 12 - 1]]));
  });
});
