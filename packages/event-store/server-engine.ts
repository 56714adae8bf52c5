import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseLogLevel, createClient, type Row } from '@clickhouse/client';
import { withTimeLimit } from '../../server/lib/with-time-limit.ts';
import { asEventsError, engineErrorCode } from './chdb-errors.ts';
import type { EventColumn } from './event-encoder.ts';
import { EventsUnavailableError, type InsertFence, NothingStoredError, partlyStored } from './events-db.ts';
import { collectRows, type EngineRead, type EngineSettings, type EventsEngine, onePlace } from './events-engine.ts';
import { FIRST_PRIORITY } from './query-priority.ts';
import { createServerClock, insertUntil, SERVER_TIME, TOO_LATE } from './server-clock.ts';
import { createPulse, type Look, lookAt, type Patience, type Pulse, SILENT } from './server-pulse.ts';

/**
 * How long a connection may be idle before the client closes it, which must be before the server does (3 s by default).
 * Otherwise, an insert could use the closing connection.
 */
const IDLE_MS = 2_000;
const REQUEST_MS = 610_000;
/** How much longer than its limit a response may take before the server counts as frozen. */
const GRACE_MS = 2_000;
/** Time limit of an insert, which normally takes tens of milliseconds. The sender repeats an interrupted insert. */
const INSERT_MS = 15_000;

type Line = { readonly client: ClickHouseClient; readonly settings: ServerSettings; readonly pulse: Pulse };

/** Additional settings for a cluster's statements, with values as ClickHouse text. */
export type ServerSettings = Readonly<Record<'all' | 'insert', EngineSettings>>;

const NO_SETTINGS: ServerSettings = { all: {}, insert: {} };

/** Opens a ClickHouse server at its address, `http(s)://user:password@host:port/database`. */
export function openServerEngine(
  url: string,
  settings: ServerSettings = NO_SETTINGS,
  look: Look = lookAt(url),
): EventsEngine {
  const pulse = createPulse(look);
  const database = new URL(url).pathname.slice(1) || 'default';
  const client = createClient({
    url,
    request_timeout: REQUEST_MS,
    keep_alive: { enabled: true, idle_socket_ttl: IDLE_MS },
    compression: { request: true, response: true },
    // Thousands of IDs in one lookup would make the URL too long.
    use_multipart_params_auto: true,
    // The client's log would quote SQL, and every failure reaches the caller as an error anyway.
    log: { level: ClickHouseLogLevel.OFF },
  });

  const insertSettings = {
    ...asText(settings.all),
    ...asText(settings.insert),
    ...asText(FIRST_PRIORITY),
    async_insert: 0,
    insert_deduplicate: 0,
  } as const;

  async function insertRows(table: string, columns: readonly string[], rows: Buffer): Promise<void> {
    const [first, ...others] = columns;
    if (first === undefined) throw new RangeError('an insert names its columns');
    // Do not retry here: it is unknown whether an interrupted request was stored, and the caller sends the rows again.
    const insert = async (signal: AbortSignal) => {
      await client.insert({
        table,
        columns: [first, ...others],
        values: Readable.from([rows], { objectMode: false }),
        format: 'TabSeparated',
        clickhouse_settings: insertSettings,
        abort_signal: signal,
      });
    };
    await inQuorumTurn(() => watched((signal) => withTimeLimit(signal, INSERT_MS, insert)));
  }

  const clock = createServerClock(async () => {
    const read = { sql: SERVER_TIME, params: {}, settings: { max_execution_time: 2 }, lane: 'small' } as const;
    const [row] = await collectRows<{ ms: string }>(
      { read: (asked) => readRows({ client, settings, pulse }, asked) },
      read,
    );
    return Number(row?.ms);
  });

  async function watched(work: (signal: AbortSignal) => Promise<void>, patience?: Patience): Promise<void> {
    const { signal, end } = pulse.begin(patience);
    try {
      await work(signal);
    } catch (error) {
      throw signal.aborted ? signal.reason : asUnavailable(error);
    } finally {
      end();
    }
  }

  async function insertFenced(columns: readonly EventColumn[], rows: Buffer, fence: InsertFence): Promise<void> {
    const until = await clock.in(fence.heldForMs);
    await fence.confirm();
    const insert = async (signal: AbortSignal) => {
      const { stream } = await client.exec({
        query: insertUntil(until, columns),
        // Each attempt gets a new ID, because a server rejects an ID whose query is still running.
        query_id: `${fence.id}-${randomUUID()}`,
        values: Readable.from([rows], { objectMode: false }),
        clickhouse_settings: insertSettings,
        abort_signal: signal,
      });
      // Read the response, which is empty, to free the connection for the next request.
      await text(whileHeard(stream, signal));
    };
    await watched((signal) => withTimeLimit(signal, INSERT_MS, insert)).catch((error: unknown) => {
      if (engineErrorCode(error) !== TOO_LATE) throw error;
      clock.forget();
      throw new NothingStoredError('The rows came after their time.', { cause: error });
    });
  }

  const shard = {
    read: <AnyRow>(statement: EngineRead) => readRows<AnyRow>({ client, settings, pulse }, statement),
    command: async (sql: string) => {
      const own = { ...asText(settings.all), wait_end_of_query: 1, mutations_sync: '2' } as const;
      await watched(async (signal) => {
        await client.command({ query: sql, clickhouse_settings: own, abort_signal: signal });
      }, 'two looks');
    },
  };

  return {
    ...shard,
    ...onePlace(shard),
    database,
    readText: (statement) => readText({ client, settings, pulse }, statement),
    insertEvents: (columns, rows, fence) =>
      fence === undefined
        ? insertRows('events', columns, rows)
        : inQuorumTurn(() => insertFenced(columns, rows, fence)),
    insertRows,
    close: async () => {
      pulse.close();
      await client.close();
    },
  };
}

/**
 * Reads rows. `readonly = 2` allows a statement to set its limits but forbids writes. In addition, the operator creates
 * a user that may only read its own database. A failure in the middle of the rows fails the read, which is never
 * silently truncated.
 */
async function* readRows<AnyRow>({ client, settings, pulse }: Line, statement: EngineRead): AsyncGenerator<AnyRow[]> {
  const { signal, end } = pulse.begin(patienceOf(statement));
  const late = new AbortController();
  const limitMs = Number(statement.settings.max_execution_time ?? REQUEST_MS / 1_000) * 1_000;
  const timer = setTimeout(() => late.abort(), limitMs + GRACE_MS);
  try {
    const answer = await client.query({
      query: statement.sql,
      query_params: { ...statement.params },
      format: 'JSONEachRow',
      clickhouse_settings: { ...asText({ ...settings.all, ...statement.settings }), readonly: '2' },
      abort_signal: AbortSignal.any([signal, late.signal]),
    });
    // A large result may wait for its consumer.
    if (!isPrompt(statement)) clearTimeout(timer);
    for await (const rows of whileHeard(answer.stream<AnyRow>(), signal))
      yield rows.map((row: Row<AnyRow, 'JSONEachRow'>) => row.json());
  } catch (error) {
    throw signal.aborted ? signal.reason : asUnavailable(error);
  } finally {
    clearTimeout(timer);
    end();
  }
}

/**
 * Reads a result as bytes, because a fingerprint is not text and decoding would change it. A server that fails in the
 * middle ends the response with a marker that its headers announced, or closes the connection.
 */
async function* readText({ client, settings, pulse }: Line, statement: EngineRead): AsyncGenerator<Uint8Array> {
  const { signal, end: ended } = pulse.begin(patienceOf(statement));
  try {
    const { stream, response_headers: headers } = await client.exec({
      query: `${statement.sql} FORMAT TabSeparated`,
      query_params: { ...statement.params },
      clickhouse_settings: { ...asText({ ...settings.all, ...statement.settings }), readonly: '2' },
      abort_signal: signal,
    });
    const tag = headers['x-clickhouse-exception-tag'];
    const mark = Buffer.from(`__exception__\r\n${String(tag)}`);
    let end: Buffer = Buffer.alloc(0);
    for await (const chunk of whileHeard(stream, signal) as AsyncIterable<Buffer>) {
      const text = Buffer.concat([end, chunk]);
      if (tag !== undefined && text.includes(mark))
        throw new EventsUnavailableError('The events store broke off in the middle of an answer.', true);
      end = text.subarray(-mark.byteLength);
      yield chunk;
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : asUnavailable(error);
  } finally {
    ended();
  }
}

const isPrompt = ({ lane }: EngineRead): boolean => lane === 'small' || lane === 'report' || lane === 'ingestion';
const patienceOf = (read: EngineRead): Patience => (isPrompt(read) ? 'one look' : 'two looks');

/** Makes `signal` abort a response that has already begun, if its server becomes silent. */
function whileHeard<Answer extends Readable>(answer: Answer, signal: AbortSignal): Answer {
  const breakOff = () => answer.destroy(signal.reason as Error);
  if (signal.aborted) breakOff();
  else signal.addEventListener('abort', breakOff, { once: true });
  return answer;
}

const asText = (settings: EngineSettings) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));

/**
 * Converts an error. A failed connection has no ClickHouse error code; the same call may succeed shortly afterwards.
 */
function asUnavailable(error: unknown): EventsUnavailableError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^E[A-Z]+$/.test(code) || (error instanceof Error && /socket hang up|Timeout|aborted/i.test(error.message))) {
    return new EventsUnavailableError(SILENT, true, { cause: error });
  }
  return asEventsError(error);
}

/**
 * Error code for a quorum that is not free: another insert into the table, or into a table that its views write to, has
 * yet to reach the replicas.
 */
const NOT_ITS_TURN = 286;
const WAIT_MS = 3_000;
const [LEAST_MS, MOST_MS] = [10, 60];

/**
 * Retries an insert until its quorum is free. Only sequential inserts make acknowledged rows visible on every replica
 * that responds. The servers reject a concurrent insert instead of queueing it, so processes that insert concurrently
 * retry here for some seconds. An attempt that the table of a view rejected has already stored rows in `events`. After
 * such an attempt, no later attempt can report that nothing was stored.
 */
export async function inQuorumTurn(insert: () => Promise<void>): Promise<void> {
  const until = performance.now() + WAIT_MS;
  for (let tries = 0; ; tries += 1) {
    try {
      return await insert();
    } catch (error) {
      if (error instanceof NothingStoredError && tries > 0) throw partlyStored(error);
      if (engineErrorCode(error) !== NOT_ITS_TURN || performance.now() > until) throw error;
      // Jitter, so that processes do not retry in step.
      await pause(LEAST_MS + Math.random() * (MOST_MS - LEAST_MS));
    }
  }
}
