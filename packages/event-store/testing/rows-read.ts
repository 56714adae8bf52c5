import type { EngineRead, EventsEngine } from '../events-engine.ts';
import { estimateRows } from '../record-reads.ts';

/**
 * Returns the number of rows that the engine expects to read for the queries that `work` runs. Other load does not
 * change this number.
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
  for (const statement of asked) rows += await estimateRows(engine, statement);
  return rows;
}
