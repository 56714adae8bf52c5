import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { createSealJob } from '../../databases/events/seal-job.ts';
import { makeStoredEvent } from '../../databases/events/testing/make-stored-event.ts';
import { createMemorySealLedger } from '../../databases/events/testing/memory-seal-ledger.ts';
import { describeOnEventsEngines, type TestEvents } from '../../databases/events/testing/open-test-events.ts';
import { sumViewsByDay } from './flights-events-queries.ts';

describeOnEventsEngines('views by day for an estimate', ['embedded', 'server'], (open) => {
  const DAY = Date.UTC(2026, 10, 20);
  const clock = { ms: DAY + DAY_MS };
  const ledger = createMemorySealLedger();
  let store: TestEvents;
  beforeAll(async () => {
    store = await open(ledger, () => clock.ms);
  });
  afterAll(() => store.close());

  test('are those that count, before and after their week was sealed, at any number of outlets', async () => {
    const view = (eventId: bigint, over: object = {}) => makeStoredEvent({ timestampMs: DAY, eventId, ...over });
    const invalid = { invalid: 'repeated', amountMicros: 0, ownerMicros: 0 };
    await store.events.insert([view(1n), view(2n, { outletKey: 2 }), view(3n, invalid), view(4n, { kind: 'click' })]);
    const days = { fromDay: '2026-11-01', toDay: '2026-11-30' };
    // So many that their numbers are too long for one parameter of a server.
    const many = [1, ...Array.from({ length: 20_000 }, (_, at) => 4_000_000_000 + at), 2];
    const read = () => Promise.all([null, [1], [3], many].map((keys) => sumViewsByDay(store.events, keys, days)));
    const expected = [2, 1, null, 2].map((views) => new Map(views === null ? [] : [['2026-11-20', views]]));
    expect(await read()).toEqual(expected);
    clock.ms += 10 * DAY_MS;
    expect((await createSealJob(store.events, ledger, () => clock.ms).runNow()).weeks).toEqual(['2026-11-16']);
    expect(await read()).toEqual(expected);
  });
});
