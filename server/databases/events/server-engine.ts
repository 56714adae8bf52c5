import { Readable } from 'node:stream';
import { type ClickHouseClient, ClickHouseLogLevel, createClient, type Row } from '@clickhouse/client';
import { asEventsError } from './chdb-errors.ts';
import { EventsUnavailableError } from './events-db.ts';
import { type EngineRead, type EngineSettings, type EventsEngine, onePlace } from './events-engine.ts';

/** An idle connection is given up before the server (3 s by default) closes it, or an insert could meet the close. */
const IDLE_MS = 2_000;
const REQUEST_MS = 610_000;
/** How much longer than its limit an answer may take before the server counts as frozen. */
const GRACE_MS = 2_000;
/** An insert takes tens of milliseconds; one that was cut off is sent again by whoever sent it. */
const INSERT_MS = 30_000;

/** What a cluster's statements need besides; values as ClickHouse text. */
export type ServerSettings = Readonly<Record<'all' | 'insert', EngineSettings>>;

const NO_SETTINGS: ServerSettings = { all: {}, insert: {} };

/** A ClickHouse server by its address, `http(s)://user:password@host:port/database`. */
export function openServerEngine(url: string, settings: ServerSettings = NO_SETTINGS): EventsEngine {
  const database = new URL(url).pathname.slice(1) || 'default';
  const client = createClient({
    url,
    request_timeout: REQUEST_MS,
    keep_alive: { enabled: true, idle_socket_ttl: IDLE_MS },
    compression: { request: true, response: true },
    // Thousands of ids in one lookup would make too long an address.
    use_multipart_params_auto: true,
    // Its own log quotes SQL; every failure reaches the caller as an error.
    log: { level: ClickHouseLogLevel.OFF },
  });

  async function insertRows(table: string, columns: readonly string[], rows: Buffer): Promise<void> {
    const [first, ...others] = columns;
    if (first === undefined) throw new RangeError('an insert names its columns');
    // Not retried here: whether a request that broke off was stored is unknown, and the caller sends the rows again.
    await unavailable(
      client.insert({
        table,
        columns: [first, ...others],
        values: Readable.from([rows], { objectMode: false }),
        format: 'TabSeparated',
        clickhouse_settings: {
          ...asText(settings.all),
          ...asText(settings.insert),
          async_insert: 0,
          insert_deduplicate: 0,
        },
        abort_signal: AbortSignal.timeout(INSERT_MS),
      }),
    );
  }

  const shard = {
    read: <AnyRow>(statement: EngineRead) => readRows<AnyRow>(client, statement, settings),
    command: async (sql: string) => {
      const own = { ...asText(settings.all), wait_end_of_query: 1, mutations_sync: '2' } as const;
      await unavailable(client.command({ query: sql, clickhouse_settings: own }));
    },
  };

  return {
    ...shard,
    ...onePlace(shard),
    database,
    readText: (statement) => readText(client, statement, settings),
    insertEvents: (columns, rows) => insertRows('events', columns, rows),
    insertRows,
    close: () => client.close(),
  };
}

/**
 * `readonly = 2` lets a statement carry its limits and forbids to write; an operator adds a user that may only read its
 * own database. A failure in the middle of the rows fails the answer, it never only shortens it.
 */
async function* readRows<AnyRow>(
  client: ClickHouseClient,
  statement: EngineRead,
  settings: ServerSettings,
): AsyncGenerator<AnyRow[]> {
  const frozen = new AbortController();
  const limitMs = Number(statement.settings.max_execution_time ?? REQUEST_MS / 1_000) * 1_000;
  const timer = setTimeout(() => frozen.abort(), limitMs + GRACE_MS);
  try {
    const answer = await client.query({
      query: statement.sql,
      query_params: { ...statement.params },
      format: 'JSONEachRow',
      clickhouse_settings: { ...asText({ ...settings.all, ...statement.settings }), readonly: '2' },
      abort_signal: frozen.signal,
    });
    // A large answer may wait for its reader.
    if (statement.lane === 'large') clearTimeout(timer);
    for await (const rows of answer.stream<AnyRow>()) yield rows.map((row: Row<AnyRow, 'JSONEachRow'>) => row.json());
  } catch (error) {
    throw asUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * As bytes: a fingerprint is no text, and reading it as such would change it. A server that fails in the middle ends the
 * answer with a mark that it has named in the head, or breaks off the connection.
 */
async function* readText(
  client: ClickHouseClient,
  statement: EngineRead,
  settings: ServerSettings,
): AsyncGenerator<Uint8Array> {
  try {
    const { stream, response_headers: headers } = await client.exec({
      query: `${statement.sql} FORMAT TabSeparated`,
      query_params: { ...statement.params },
      clickhouse_settings: { ...asText({ ...settings.all, ...statement.settings }), readonly: '2' },
    });
    const tag = headers['x-clickhouse-exception-tag'];
    const mark = Buffer.from(`__exception__\r\n${String(tag)}`);
    let end: Buffer = Buffer.alloc(0);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const text = Buffer.concat([end, chunk]);
      if (tag !== undefined && text.includes(mark))
        throw new EventsUnavailableError('The events store broke off in the middle of an answer.', true);
      end = text.subarray(-mark.byteLength);
      yield chunk;
    }
  } catch (error) {
    throw asUnavailable(error);
  }
}

const asText = (settings: EngineSettings) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));

async function unavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** A connection that failed says nothing of ClickHouse's; the same call may work a moment later. */
function asUnavailable(error: unknown): EventsUnavailableError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^E[A-Z]+$/.test(code) || (error instanceof Error && /socket hang up|Timeout|aborted/i.test(error.message))) {
    return new EventsUnavailableError('The events store cannot be reached.', true, { cause: error });
  }
  return asEventsError(error);
}
