import type { SqlValue } from './events-db.ts';
import { collectRows, type EngineRead, type EventsEngine } from './events-engine.ts';
import { repeatable } from './retry-steps.ts';

/** Builds a query for an internal job, without a scope and with enough time to scan a year. */
const askForJob = (lane: 'job' | 'large', sql: string, params: Readonly<Record<string, SqlValue>>): EngineRead => ({
  sql,
  params,
  lane,
  settings: {
    max_execution_time: 300,
    max_threads: 2,
    session_timezone: 'UTC',
    do_not_merge_across_partitions_select_final: 1,
    output_format_json_quote_64bit_integers: 1,
  },
});

export const readForJob = <Row>(
  engine: Pick<EventsEngine, 'read'>,
  sql: string,
  params: Readonly<Record<string, SqlValue>> = {},
): Promise<Row[]> => repeatable(() => collectRows<Row>(engine, askForJob('job', sql, params)));

/** Reads a result for a job in chunks. The result may have hundreds of thousands of rows. */
export const readPagesForJob = <Row>(
  engine: Pick<EventsEngine, 'read'>,
  sql: string,
  params: Readonly<Record<string, SqlValue>>,
): AsyncIterable<Row[]> => engine.read<Row>(askForJob('large', sql, params));

/**
 * The end of every statement of internal jobs. FINAL may run per partition, because the key determines the partition.
 */
export const JOB_SETTINGS = `SETTINGS max_execution_time = 600, max_threads = 2, session_timezone = 'UTC', do_not_merge_across_partitions_select_final = 1`;
