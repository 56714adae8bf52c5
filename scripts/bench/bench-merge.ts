import { onEachShard, partitionsOf } from '../../server/databases/events/each-shard.ts';
import type { EventsStore } from '../../server/databases/events/events-store.ts';

/** Merges all but the newest partition of the raw tables into one part each, as the engine does by itself within an hour. */
export async function mergeClosedWeeks({ engine }: EventsStore): Promise<void> {
  for (const table of ['events', 'events_by_campaign']) {
    const partitions = await partitionsOf(engine, table);
    for (const partition of partitions.slice(0, -1)) {
      const name = /^\d+$/.test(partition) ? partition : `'${partition}'`;
      await onEachShard(engine, (rowsOf) => `OPTIMIZE TABLE ${rowsOf(table)} PARTITION ${name} FINAL`);
    }
  }
}
