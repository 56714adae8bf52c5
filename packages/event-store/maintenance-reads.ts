import type { SqlValue } from './events-db.ts';
import { collectRows, type EngineRead, type EventsEngine } from './events-engine.ts';
import { repeatable } from './retry-steps.ts';

/** A query of our own jobs: no scope, and enough time for a scan of a year. */
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

/** The same for possibly hundreds of thousands of rows, in chunks. */
export const readPagesForJob = <Row>(
  engine: Pick<EventsEngine, 'read'>,
  sql: string,
  params: Readonly<Record<string, SqlValue>>,
): AsyncIterable<Row[]> => engine.read<Row>(askForJob('large', sql, params));

/** Ends every statement of our own jobs. FINAL may run per partition: the key decides the partition. */
export const JOB_SETTINGS = `SETTINGS max_execution_time = 600, max_threads = 2, session_timezone = 'UTC', do_not_merge_across_partitions_select_final = 1`;
