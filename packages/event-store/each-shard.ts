import type { SqlValue } from './events-db.ts';
import type { EventsEngine, RowsOf } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';

/**
 * Runs a maintenance statement on each shard, on that shard's own rows; `rowsOf` returns the names of the shard's
 * tables. All versions of an event and all rows of an outlet are on one shard, so grouping by outlet is complete. A
 * shard that does not respond fails the call, so the statement must be safe to repeat.
 */
export async function onEachShard(engine: EventsEngine, sql: (rowsOf: RowsOf) => string): Promise<void> {
  const text = sql(engine.rowsOf);
  // Wait for all shards before failing, so that no statement is still running after the call returns.
  const results = await Promise.allSettled(engine.shards.map((shard) => shard.command(text)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Reads data from each shard about that shard: its `system` tables and its own rows. */
export async function readEachShard<Row>(
  engine: EventsEngine,
  sql: (rowsOf: RowsOf) => string,
  params: Readonly<Record<string, SqlValue>> = {},
): Promise<Row[]> {
  const text = sql(engine.rowsOf);
  return (await Promise.all(engine.shards.map((shard) => readForJob<Row>(shard, text, params)))).flat();
}

/** Returns the partitions of a table on disk, by their ClickHouse names (a Monday, a generation). */
export async function partitionsOf(engine: EventsEngine, table: string): Promise<string[]> {
  const params = { database: engine.database, table: engine.rowsOf(table) };
  const found = new Set<string>();
  for (const { replicas } of engine.shards) {
    const answers = await Promise.allSettled(
      replicas.map((replica) => readForJob<{ partition: string }>(replica, PARTITIONS, params)),
    );
    const rows = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    if (rows.length === 0) throw (answers[0] as PromiseRejectedResult).reason;
    for (const { partition } of rows.flat()) found.add(partition);
  }
  return [...found].sort();
}

const PARTITIONS = `SELECT DISTINCT partition FROM system.parts
  WHERE database = {database:String} AND table = {table:String} AND active`;
