import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { drainPending, Session } from 'chdb';
import { yieldToUrgentWork } from '../../server/lib/urgent-work.ts';
import { asEventsError, isDiskFull } from './chdb-errors.ts';
import { EventsUnavailableError } from './events-db.ts';
import { type EngineRead, type EventsEngine, onePlace } from './events-engine.ts';
import { openFolders } from './open-folders.ts';
import { FIRST_PRIORITY } from './query-priority.ts';
import { createReadSessions, type ReadSessions } from './read-sessions.ts';

export type EmbeddedEngine = EventsEngine & {
  /** Reads the raw bytes of a result in a binary format, for internal jobs. */
  readBytes(statement: EngineRead, format: string): AsyncIterable<Uint8Array>;
  /** Loads a table again, as at a start: damaged parts are set aside. Inserts wait meanwhile. */
  reload(table: string): Promise<void>;
};

const DATABASE = 'outlets';

/**
 * Limits for the engine as a whole. Its default limits are fractions of the machine's resources
 * (docs/events-store.md#t8).
 */
const ENGINE_LIMITS = [
  '--max_server_memory_usage=1000000000',
  '--mark_cache_size=33554432',
  '--primary_index_cache_size=33554432',
  '--uncompressed_cache_size=0',
  '--async_insert=0',
  // Idle threads keep memory: 30 MB with the default of 1,000 threads. Starting a new thread costs almost nothing.
  '--max_thread_pool_free_size=8',
  // A merge takes 30 MB; by default, four merges run concurrently.
  '--background_merges_mutations_concurrency_ratio=1',
] as const;

/**
 * Statement that makes the engine's allocator release memory. Otherwise, the allocator keeps a large statement's memory
 * (measured: 2.4 GB after one statement).
 */
const RELEASE_MEMORY = 'SYSTEM JEMALLOC PURGE';
const RELEASE_EVERY_MS = 5_000;
/** How long to retry attaching a table, which is the time limit of the longest read query. */
const ATTACH_WITHIN_MS = 300_000;
const ATTACH_EVERY_MS = 20;

/**
 * Opens ClickHouse in this process, never in a worker thread, and only once per folder (docs/events-store.md#t5, #t6).
 * Throws an `EventsUnavailableError` if another process has the folder open.
 */
export function openEmbeddedEngine(folder: string): EmbeddedEngine {
  mkdirSync(folder, { recursive: true });
  const first = openFirstSession(folder);
  const openSession = () => {
    const session = new Session(folder);
    session.query(`USE ${DATABASE}`);
    return session;
  };
  const reading = createReadSessions(openSession);
  const writer = createWriter(openSession);
  const maintainer = createWriter(openSession);
  const command = (sql: string) => maintainer.run(async (session) => void (await session.queryAsync(sql)));
  const insertRows = (table: string, columns: readonly string[], values: Buffer) =>
    writer.run(async (session) => {
      const settings = { async_insert: 0, max_partitions_per_insert_block: 100, ...FIRST_PRIORITY };
      await session.insert({ table, columns, values, format: 'TabSeparated', settings });
    });
  const releasing = setInterval(() => void command(RELEASE_MEMORY).catch(() => {}), RELEASE_EVERY_MS).unref();

  const shard = {
    read: <Row>(statement: EngineRead) => readRows<Row>(reading, statement),
    command,
  };
  const close = async () => {
    clearInterval(releasing);
    await writer.close();
    reading.close();
    // Only a KILL statement ends reads inside the engine, which would otherwise keep the process from exiting.
    first.query(`KILL QUERY WHERE query NOT LIKE 'KILL%' ASYNC`);
    await maintainer.close();
    await drainPending();
    first.close();
    openFolders.delete(folder);
  };
  openFolders.set(folder, close);
  return {
    ...shard,
    ...onePlace(shard),
    database: DATABASE,
    readBytes: async function* (statement, format) {
      for await (const chunk of reading.stream(statement, format)) yield chunk.raw();
    },
    readText: async function* (statement) {
      for await (const chunk of reading.stream(statement, 'TabSeparated')) yield chunk.raw();
    },
    insertEvents: (columns, values) => insertRows('events', columns, values),
    insertRows,
    reload: (table) =>
      writer.run(async (session) => {
        await session.queryAsync(`DETACH TABLE ${table}`);
        await attach(session, table);
      }),
    close,
  };
}

/** Attaches a table. Retries, because the table cannot be attached while an earlier query still reads it. */
async function attach(session: Session, table: string): Promise<void> {
  const deadline = performance.now() + ATTACH_WITHIN_MS;
  for (;;) {
    try {
      return void (await session.queryAsync(`ATTACH TABLE ${table}`));
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await setTimeout(ATTACH_EVERY_MS);
    }
  }
}

function openFirstSession(folder: string): Session {
  let session: Session | undefined;
  try {
    session = new Session(folder, { connectionArgs: ENGINE_LIMITS });
    session.query(`CREATE DATABASE IF NOT EXISTS ${DATABASE}`);
    return session;
  } catch (error) {
    session?.close();
    const other = session === undefined ? holderOf(folder) : null;
    if (other === null) throw cannotBeOpened(folder, error);
    const message = `The events store in ${folder} is in use by another process (${other}).`;
    throw new EventsUnavailableError(message, false, { cause: error });
  }
}

/**
 * Returns an error that describes why the folder cannot be opened. The engine prints the reason only to the terminal,
 * on a separate line.
 */
function cannotBeOpened(folder: string, cause: unknown): EventsUnavailableError {
  const failure = asEventsError(cause);
  if (isDiskFull(failure)) return failure;
  const [other] = openFolders.keys();
  if (other !== undefined) {
    const message = `The events store in ${folder} cannot be opened, because this process has ${other} open.`;
    return new EventsUnavailableError(message, false, { cause });
  }
  const message = `The events store in ${folder} cannot be opened; the engine's own line before this one, where there is any, names the file. If it is damaged, put the newest backup back; then start again.`;
  return new EventsUnavailableError(message, false, { cause });
}

/**
 * Returns the ID of the process that has locked the folder. The engine's error does not name that process, but its lock
 * file does. Null if that process is this one or no longer running.
 */
function holderOf(folder: string): number | null {
  try {
    const holder = Number(/PID: (\d+)/.exec(readFileSync(join(folder, 'status'), 'utf8'))?.[1]);
    process.kill(holder, 0);
    return holder === process.pid ? null : holder;
  } catch {
    return null;
  }
}

/** The pace for reports: steps of a fifth of a millisecond, with a pause between steps in which ingestion can run. */
const REPORT_PACE: Pace = { characters: 16 * 1024, rest: yieldToUrgentWork };
const paceOf = ({ lane }: EngineRead) => (lane === 'report' ? REPORT_PACE : undefined);

async function* readRows<Row>(reading: ReadSessions, statement: EngineRead): AsyncGenerator<Row[]> {
  if (statement.lane !== 'large') {
    yield* parseInTurns<Row>(await reading.readAll(statement, 'JSONEachRow'), paceOf(statement));
    return;
  }
  for await (const chunk of reading.stream(statement, 'JSONEachRow')) yield* parseInTurns<Row>(chunk.text());
}

type Writer = {
  run(work: (session: Session) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

/** Creates a writer with a session that runs one statement after the other and is replaced after any error. */
function createWriter(openSession: () => Session): Writer {
  let session: Session | null = null;
  let last: Promise<void> = Promise.resolve();

  let closed = false;

  async function attempt(work: (session: Session) => Promise<void>): Promise<void> {
    if (closed) throw new EventsUnavailableError('The events store is shutting down.', true);
    try {
      session ??= openSession();
      await work(session);
    } catch (error) {
      session?.close();
      session = null;
      throw asEventsError(error);
    }
  }

  return {
    run: (work) => {
      const result = last.then(() => attempt(work));
      last = result.catch(() => {});
      return result;
    },
    close: async () => {
      const pending = last;
      closed = true;
      await pending;
      session?.close();
      session = null;
    },
  };
}

/** The number of characters that one step parses, and the pause after each step. */
type Pace = { readonly characters: number; readonly rest: () => Promise<unknown> };

const USUAL_PACE: Pace = { characters: 256 * 1024, rest: () => new Promise(setImmediate) };

/**
 * Parses the rows of a result in steps. The result has one JSON value per line. 100,000 rows are 30 MB of text, and
 * parsing them in a single step would block the process for most of a second.
 */
export async function* parseInTurns<Row>(lines: string, { characters, rest } = USUAL_PACE): AsyncGenerator<Row[]> {
  for (let from = 0; from < lines.length; ) {
    if (from > 0) await rest();
    const end = endOfPiece(lines, from, characters);
    yield parseRows<Row>(lines.slice(from, end));
    from = end;
  }
}

/**
 * Returns the end of the line that is reached after `characters` more characters. Line breaks inside values are
 * escaped.
 */
function endOfPiece(lines: string, from: number, characters: number): number {
  if (lines.length - from <= characters) return lines.length;
  const end = lines.indexOf('\n', from + characters);
  return end === -1 ? lines.length : end + 1;
}

/** Parses many rows with one call, which is twice as fast as parsing each line. */
const parseRows = <Row>(lines: string): Row[] => JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`);
