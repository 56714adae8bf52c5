import { availableParallelism } from 'node:os';
import type { Session, StreamChunk } from 'chdb';
import { SECOND_MS } from '#domain/durations.ts';
import { createSemaphore } from '../../server/lib/semaphore.ts';
import { asEventsError } from './chdb-errors.ts';
import { EventsUnavailableError, type SqlValue } from './events-db.ts';
import type { EngineRead, EngineSettings } from './events-engine.ts';

/**
 * Renders values as `param_name = '…'` for SET, to be bound by `{name:Type}`. There are two layers: the text from which
 * ClickHouse reads a parameter, and the SQL literal around that text. In the literal, every character except letters,
 * digits and a few marks is written as `\xHH`. So the parser never sees a quote or backslash from a value.
 */
export const renderParameters = (params: Readonly<Record<string, SqlValue>>): string =>
  Object.entries(params)
    .map(([name, value]) => {
      if (!/^\w+$/.test(name)) throw new RangeError('a parameter is named by letters and digits');
      return `param_${name} = ${literal(parameterText(value))}`;
    })
    .join(', ');

function parameterText(value: SqlValue): string {
  if (typeof value === 'string') return value.replace(CONTROLS, (character) => CONTROL_NAMES[character] ?? character);
  if (typeof value !== 'object') return numberText(value);
  return `[${value.map((item) => (typeof item === 'string' ? quoted(item) : numberText(item))).join(',')}]`;
}

function numberText(value: number | bigint | boolean): string {
  if (
    typeof value === 'number' &&
    !(Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value)))
  ) {
    throw new RangeError('a number beyond 2^53 would lose digits: pass a bigint');
  }
  return String(value);
}

/** Characters that are escaped in tab-separated text, the format in which ClickHouse reads a single value. */
const CONTROLS = /[\\\0\b\f\n\r\t]/g;
const CONTROL_NAMES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const literal = (text: string): string => `'${text.replace(/[^\w ,.:[\]+-]/gu, hexBytes)}'`;

const hexBytes = (character: string): string =>
  [...Buffer.from(character, 'utf8')].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

export type ReadSessions = {
  /** Returns the complete text of a result that is small or belongs to a job. */
  readAll(statement: EngineRead, format: string): Promise<string>;
  /** Yields chunks of a result that can be large, at the consumer's pace. */
  stream(statement: EngineRead, format: string): AsyncGenerator<StreamChunk>;
  /** Rejects new queries and releases the sessions; running queries end when the engine ends them. */
  close(): void;
};

const SMALL = { atOnce: 6, waiting: 512 } as const;
const LARGE = { atOnce: 3, waiting: 512 } as const;
/** Limits for report queries, which take one thread each and leave one processor to all other work. */
const REPORTS = { atOnce: Math.max(1, Math.min(3, availableParallelism() - 1)), waiting: 512 } as const;
/** Limits for ingestion lookups, which never wait behind other reads. */
const INGESTION = { atOnce: 3, waiting: 512 } as const;
/**
 * Maximum size of a small result, in bytes: larger than any in use. The process holds the complete result in memory.
 */
const MOST_ANSWER_BYTES = 64_000_000;

/**
 * Creates the sessions for reading. Each session runs one query and is closed. If a result fails halfway, chDB 3.4 puts
 * its rows in front of the next result of the same session (docs/events-store.md#t1). Opening a session costs 0.3 ms.
 * Before a session receives a value, it gets its settings, including the scope filters, and becomes `readonly = 1`.
 * From then on, the engine rejects writes, reads of files and URLs, and changes to any setting.
 *
 * `queryAsync` returns complete results and plans off the event loop. `queryStreamBind` plans on the event loop: 2 to
 * 11 ms per query with 20 million views, and 30 to 45 ms for a job that compares all sums. Measured event loop p99 with
 * 6 concurrent queries: 130 ms with `queryStreamBind`, 24 ms with `queryAsync`.
 */
export function createReadSessions(openSession: () => Session): ReadSessions {
  const open = new Set<Session>();
  const small = createSemaphore(SMALL);
  const large = createSemaphore(LARGE);
  const ofLane = {
    small,
    report: createSemaphore(REPORTS),
    job: large,
    large,
    ingestion: createSemaphore(INGESTION),
  } as const;
  let closed = false;

  function openReadOnly(settings: EngineSettings): Session {
    if (closed) throw shuttingDown();
    const session = openSession();
    open.add(session);
    try {
      session.query(`SET ${renderSettings(settings)}; SET readonly = 1`);
      return session;
    } catch (error) {
      discard(session);
      throw error;
    }
  }

  function discard(session: Session): void {
    open.delete(session);
    session.close();
  }

  async function readAll({ sql, params, settings, lane }: EngineRead, format: string): Promise<string> {
    try {
      const session = openReadOnly(
        lane === 'small' || lane === 'report' || lane === 'ingestion'
          ? { ...settings, max_result_bytes: MOST_ANSWER_BYTES }
          : settings,
      );
      try {
        const parameters = renderParameters(params);
        if (parameters !== '') session.query(`SET ${parameters}`);
        return (await session.queryAsync(sql, { format })).text();
      } finally {
        discard(session);
      }
    } catch (error) {
      throw closed ? shuttingDown(error) : asEventsError(error);
    }
  }

  async function* stream({ sql, params, settings }: EngineRead, format: string): AsyncGenerator<StreamChunk> {
    const leave = await large.enter();
    if (leave === null) throw tooMuch();
    const limitMs = Number(settings.max_execution_time ?? 0) * SECOND_MS;
    const startedAt = performance.now();
    try {
      const session = openReadOnly(settings);
      try {
        for await (const chunk of session.queryStreamBind(sql, params, { format })) yield chunk;
        // A stream that the shutdown canceled ends as if it were complete, but must not be mistaken for a complete
        // result.
        if (closed) throw shuttingDown();
        // The same applies if the time limit passed while the reader was busy: the engine drops the remaining rows.
        if (limitMs > 0 && performance.now() - startedAt >= limitMs) throw timeLimitPassed();
      } finally {
        discard(session);
      }
    } catch (error) {
      throw closed ? shuttingDown(error) : asEventsError(error);
    } finally {
      leave();
    }
  }

  return {
    readAll: (statement, format) => ofLane[statement.lane].run(() => readAll(statement, format), tooMuch),
    stream,
    close: () => {
      closed = true;
      for (const semaphore of new Set(Object.values(ofLane))) semaphore.refuseWaiting(shuttingDown());
      for (const session of open) session.close();
    },
  };
}

/** The engine's own error for a time limit, which `asEventsError` reads. */
const timeLimitPassed = () =>
  Object.assign(new Error('The time limit passed while a stream was read.'), { code: '159' });

const tooMuch = () => new EventsUnavailableError('The events store has too much to do.', true);

const shuttingDown = (cause?: unknown) =>
  new EventsUnavailableError('The events store is shutting down.', true, { cause });

/** Renders settings for SET. A value that begins with a brace is a generated map literal; other text is quoted. */
const renderSettings = (settings: EngineSettings): string =>
  Object.entries<string | number>({ ...settings, max_query_size: 4_000_000 })
    .map(([name, value]) => `${name} = ${typeof value === 'number' || value.startsWith('{') ? value : `'${value}'`}`)
    .join(', ');
