import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventResult } from '#contract/ingest.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Ingestor } from '../../../ingestor.ts';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { canRun } from '../../../testing/test-stores.ts';
import { createIngestor } from '../create-ingestor.ts';
import { NOW, openTestIngest, type TestIngest } from '../testing/open-test-ingest.ts';

const OUTLETS = 12;
const START = NOW - 60 * MINUTE_MS;
const at = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString();

describe.skipIf(!canRun('server'))(
  'two processes on one events server that both receive energy of the same outlets',
  () => {
    let ingest: TestIngest;
    let processes: readonly [Ingestor, Ingestor];
    let outlets: readonly { readonly eui: string; readonly key: number }[];
    let key: { readonly kind: 'gateway'; readonly customerId: string };
    const random = seededRandom('shared energy', 1);

    beforeAll(async () => {
      ingest = await openTestIngest({ ENERGY_KWH_PER_VIEW: '0.025' }, 'server');
      const { network: lay, dependencies, events } = ingest;
      const owner = await lay.customer('property', 'Owner');
      const place = { customerId: owner.id, venueId: await lay.venue(owner.id, 'UTC') };
      outlets = await Promise.all(
        Array.from({ length: OUTLETS }, async (_, nth) => {
          const eui = `00000000000f${String(nth).padStart(4, '0')}`;
          return { eui, key: (await lay.outlet(eui, place)).key };
        }),
      );
      key = { kind: 'gateway', customerId: owner.id };
      const process = () => createIngestor({ ...dependencies, events, shared: true });
      processes = [process(), process()];
    });
    afterAll(async () => {
      for (const one of processes) await one.close();
      await ingest.close();
    });

    /** Sends an event until it is accepted, because a burn waits for its view. */
    async function send(process: Ingestor, event: object): Promise<void> {
      for (;;) {
        const results: readonly EventResult[] = await process.accept([event], key);
        if (results[0]?.status !== 'rejected') return;
        expect(results[0].code).toBe('unknown_view');
      }
    }

    /** Sends each event to both processes, each in its own order. */
    const sendAll = (events: readonly object[]) =>
      Promise.all(
        events
          .flatMap((event) => processes.map((process) => ({ process, event, order: random.whole(0, 1_000) })))
          .sort((a, b) => a.order - b.order)
          .map(({ process, event }) => send(process, event)),
      );

    /** Returns the watt-hours of all rows for each outlet. */
    async function sums(): Promise<number[]> {
      const rows = await ingest.stored();
      return outlets.map(({ key: outlet }) =>
        rows.reduce((sum, { device_id, energy }) => (device_id === outlet ? sum + energy / 1_000 : sum), 0),
      );
    }

    test('each charge has one value despite concurrency: that of its burn, or the increase of its register', async () => {
      const heartbeat = (eui: string, minute: number, register: number) => ({
        id: randomUUID(),
        type: 'heartbeat',
        eui,
        timestamp: at(minute),
        register_wh: register,
      });
      await sendAll(outlets.map(({ eui }) => heartbeat(eui, 0, 1_000)));
      const views = outlets.map(({ eui }) => ({ id: randomUUID(), type: 'view', eui, timestamp: at(1) }));
      const burns = views
        .filter((_, nth) => nth % 2 === 0)
        .map(({ eui, id }) => ({
          id: randomUUID(),
          type: 'burn',
          eui,
          view_id: id,
          timestamp: at(2),
          energy_wh: 15,
        }));
      // The processes that receive the burns may not have seen the views yet.
      await sendAll([...views, ...burns.slice(0, 3)]);
      await sendAll([
        ...burns,
        ...outlets.flatMap(({ eui }) => [heartbeat(eui, 10, 1_018), heartbeat(eui, 20, 1_021)]),
      ]);
      const expected = outlets.map((_, nth) => (nth % 2 === 0 ? 15 : 21));
      expect(await sums()).toEqual(expected);
      // Sending the events again changes nothing.
      await sendAll([...views, ...burns, ...outlets.map(({ eui }) => heartbeat(eui, 20, 1_021))]);
      expect(await sums()).toEqual(expected);
    });
  },
);
