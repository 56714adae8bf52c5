import { readEachShard } from './each-shard.ts';
import type { EngineRead, EventsEngine } from './events-engine.ts';

/**
 * How many rows the engine reads for a statement, according to its index analysis. The number is the same on every kind
 * of store, and independent of other work on the machine.
 */
export async function estimateRows(
  engine: EventsEngine,
  { sql, params }: Pick<EngineRead, 'sql' | 'params'>,
): Promise<number> {
  const estimates = await readEachShard<{ rows: string }>(
    engine,
    (rowsOf) => `EXPLAIN ESTIMATE ${sql.replace(/\bFROM (\w+)/g, (_, table: string) => `FROM ${rowsOf(table)}`)}`,
    params,
  );
  return estimates.reduce((sum, { rows }) => sum + Number(rows), 0);
}
