import { randomBytes } from 'node:crypto';
import { readEachShard } from '#event-store/each-shard.ts';
import type { WantedEvent } from '#event-store/events-db.ts';
import { collectRows, type EventsEngine } from '#event-store/events-engine.ts';
import { lookUpEvents } from '#event-store/known-events.ts';
import { openEventsEngine } from '#event-store/open-events.ts';
import { rowsReadBy } from '#event-store/testing/rows-read.ts';
import type { BenchNetwork } from './bench-network.ts';
import type { BenchStore } from './bench-stores.ts';
import { line, ms } from './tables.ts';

const GROUPS = [
  { ids: 1, outlets: 1 },
  { ids: 100, outlets: 100 },
  { ids: 1_000, outlets: 100 },
] as const;
const RUNS = 15;
const PARTS = `SELECT toUInt32(count()) AS parts FROM system.parts
  WHERE database = {database:String} AND table = {table:String} AND active`;

/**
 * Measures the cost per event before it is accepted: the rows that the store reads to decide whether the event's ID is
 * new or already stored.
 */
export async function measureLookups({ location }: BenchStore, network: BenchNetwork): Promise<void> {
  const { engine } = await openEventsEngine(location);
  try {
    const [parts] = (
      await readEachShard<{ parts: number }>(engine, () => PARTS, {
        database: engine.database,
        table: engine.rowsOf('event_ids'),
      })
    ).sort((one, other) => other.parts - one.parts);
    console.log(
      `\nids are in ${parts?.parts ?? 0} parts: each costs a granule of 256 rows an id, until they are merged\n`,
    );
    line(
      'ids in a group',
      'of outlets',
      'rows read per new id',
      'ms a group (p50)',
      'rows read per stored id',
      'ms a group (p50)',
    );
    line('---:', '---:', '---:', '---:', '---:', '---:');
    for (const { ids, outlets } of GROUPS) {
      const fresh = newIds(network, ids, outlets);
      const stored = await storedIds(engine, fresh);
      const cells: (string | number)[] = [ids, outlets];
      for (const wanted of [fresh, stored]) {
        const rows = await rowsReadBy(engine, (watched) => lookUpEvents(watched, wanted));
        cells.push(Math.round(rows / wanted.length), ms(await medianMs(() => lookUpEvents(engine, wanted))));
      }
      line(...cells);
    }
  } finally {
    await engine.close();
  }
}

function newIds(network: BenchNetwork, count: number, outlets: number): readonly WantedEvent[] {
  const step = Math.max(1, Math.floor(network.outlets.length / outlets));
  return Array.from({ length: count }, (_, at) => ({
    eventId: randomBytes(8).readBigUInt64BE(),
    outletKey: network.outlets[((at % outlets) * step) % network.outlets.length]?.key ?? 0,
  }));
}

/** Returns stored IDs from the same outlets, the same number as in `near`. */
async function storedIds(engine: EventsEngine, near: readonly WantedEvent[]): Promise<readonly WantedEvent[]> {
  const rows = await collectRows<{ id: string; device_id: number }>(engine, {
    sql: `SELECT event_id AS id, device_id FROM events WHERE device_id IN {outlets:Array(UInt32)}
      LIMIT ${Math.ceil(near.length / new Set(near.map(({ outletKey }) => outletKey)).size)} BY device_id`,
    params: { outlets: [...new Set(near.map(({ outletKey }) => outletKey))] },
    settings: { max_execution_time: 60, output_format_json_quote_64bit_integers: 1 },
    lane: 'small',
  });
  return rows.slice(0, near.length).map((row) => ({ eventId: BigInt(row.id), outletKey: row.device_id }));
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times.sort((one, other) => one - other)[Math.floor(RUNS / 2)] ?? 0;
}
