import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutletEvent } from '#contract/ingest.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Ingestor } from '../../ingestor.ts';
import { canRun } from '../../testing/test-stores.ts';
import { createIngestor } from './create-ingestor.ts';
import { NOW, openTestIngest, outletEvent, type TestIngest } from './testing/open-test-ingest.ts';

const EVENTS = 400;

describe.skipIf(!canRun('cluster'))('two processes on three shards that receive the same ids', () => {
  let ingest: TestIngest;
  let processes: readonly Ingestor[];
  let euis: readonly string[];
  let key: { readonly kind: 'gateway'; readonly customerId: string };
  beforeAll(async () => {
    ingest = await openTestIngest({}, 'cluster');
    const { network: lay, dependencies } = ingest;
    const owner = await lay.customer('property', 'Owner');
    const place = { customerId: owner.id, venueId: await lay.venue(owner.id, 'UTC') };
    euis = await Promise.all(
      ['a1', 'a2', 'a3', 'a4', 'a5'].map(async (end) => (await lay.outlet(`00000000000000${end}`, place)).eui),
    );
    key = { kind: 'gateway', customerId: owner.id };
    const { events } = ingest;
    processes = [1, 2].map(() => createIngestor({ ...dependencies, events, shared: true }));
  });
  afterAll(async () => {
    for (const one of processes) await one.close();
    await ingest.close();
  });

  test('store each id once, as accepted, from concurrent batches of other sizes with other times', async () => {
    const ids = Array.from({ length: EVENTS }, () => randomUUID());
    const eventsOf = (minutesAgo: number): OutletEvent[] =>
      ids.map((id, at) => {
        const timestamp = new Date(NOW - (minutesAgo + at) * MINUTE_MS).toISOString();
        return outletEvent({ id, eui: euis[at % euis.length] ?? '', timestamp });
      });
    const sent = [eventsOf(1), eventsOf(2_000)];
    const batches = sent.flatMap((events, process) => {
      const size = [80, 50][process] ?? EVENTS;
      return Array.from({ length: EVENTS / size }, (_, at) => ({
        process,
        events: events.slice(at * size, (at + 1) * size),
      }));
    });
    const accepted: string[] = [];
    await Promise.all(
      batches.map(async ({ process, events }) => {
        for (const { index, status, code } of (await processes[process]?.accept(events, key)) ?? []) {
          if (status === 'accepted') accepted.push(events[index]?.timestamp ?? '');
          else expect({ status, code }).toEqual({ status: 'duplicate', code: 'conflict' });
        }
      }),
    );
    const stored = (await ingest.stored()).map(({ at }) => new Date(at).toISOString());
    expect(stored).toHaveLength(EVENTS);
    expect(stored.sort()).toEqual(accepted.sort());
  });
});
