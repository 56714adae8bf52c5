import { readEachShard } from '../each-shard.ts';
import type { EngineRead, EventsEngine } from '../events-engine.ts';

/**
 * Counts the rows that the engine reads for the queries of `work`, according to its index analysis. The number is the
 * same on every kind of store, and independent of other work on the machine.
 */
export async function rowsReadBy(
  engine: EventsEngine,
  work: (engine: EventsEngine) => Promise<unknown>,
): Promise<number> {
  const asked: EngineRead[] = [];
  const read = <Row>(statement: EngineRead) => {
    asked.push(statement);
    return engine.read<Row>(statement);
  };
  await work({ ...engine, read });
  let rows = 0;
  for (const { sql, params } of asked) {
    const estimates = await readEachShard<{ rows: string }>(
      engine,
      (rowsOf) => `EXPLAIN ESTIMATE ${sql.replace(/\bFROM (\w+)/g, (_, table: string) => `FROM ${rowsOf(table)}`)}`,
      params,
    );
    for (const estimate of estimates) rows += Number(estimate.rows);
  }
  return rows;
}
