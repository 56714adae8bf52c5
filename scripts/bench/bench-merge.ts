import { setTimeout as pause } from 'node:timers/promises';
import { onEachShard, partitionsOf, readEachShard } from '#event-store/each-shard.ts';
import type { EventsEngine } from '#event-store/events-engine.ts';

const RAW_TABLES = ['events', 'events_by_campaign'] as const;
const LOOK_AGAIN_MS = 2_000;

/**
 * Runs `fill` without merges, so that millions of new rows are merged once afterwards instead of in ever larger steps.
 */
export async function whileNothingMerges(engine: EventsEngine, fill: () => Promise<void>): Promise<void> {
  const change = async (how: string) => {
    for (const table of RAW_TABLES) await onEachShard(engine, (rowsOf) => `ALTER TABLE ${rowsOf(table)} ${how}`);
  };
  await change('MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1, parts_to_delay_insert = 3000');
  await fill();
  await change('RESET SETTING max_bytes_to_merge_at_max_space_in_pool, parts_to_delay_insert');
}

/** Merges each partition in the raw tables into one part, as the engine does automatically within an hour. */
export async function mergeAll(engine: EventsEngine): Promise<void> {
  for (const table of RAW_TABLES) {
    for (const partition of await partitionsOf(engine, table)) {
      const name = /^\d+$/.test(partition) ? partition : `'${partition}'`;
      // A request during a running merge does nothing, and a long merge exceeds the connection's timeout.
      while ((await mostParts(engine, table, partition)) > 1) {
        const merge = onEachShard(engine, (rowsOf) => `OPTIMIZE TABLE ${rowsOf(table)} PARTITION ${name} FINAL`);
        await merge.catch(() => pause(LOOK_AGAIN_MS));
      }
    }
  }
}

async function mostParts(engine: EventsEngine, table: string, partition: string): Promise<number> {
  const rows = await readEachShard<{ parts: string }>(
    engine,
    (rowsOf) => `SELECT count() AS parts FROM system.parts
      WHERE database = {database:String} AND table = '${rowsOf(table)}' AND partition = {partition:String} AND active`,
    { database: engine.database, partition },
  );
  return Math.max(...rows.map(({ parts }) => Number(parts)));
}
