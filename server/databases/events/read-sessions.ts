import type { Session, StreamChunk } from 'chdb';
import { createTurnstile } from '../../lib/turnstile.ts';
import { asEventsError } from './chdb-errors.ts';
import { EventsUnavailableError } from './events-db.ts';
import type { EngineRead, EngineSettings } from './events-engine.ts';
import { renderParameters } from './query-parameters.ts';

export type ReadSessions = {
  /** The whole text of an answer that is small or a job's. */
  readAll(statement: EngineRead, format: string): Promise<string>;
  /** Chunks of an answer that can be large, at its reader's pace. */
  stream(statement: EngineRead, format: string): AsyncGenerator<StreamChunk>;
  /** Refuses new questions and lets go of the sessions; running ones end when the engine ends them. */
  close(): void;
};

const SMALL = { atOnce: 6, waiting: 512 } as const;
const LARGE = { atOnce: 3, waiting: 512 } as const;
/** Above what any of our small answers has; a whole one is held in memory. */
const MOST_ANSWER_BYTES = 64_000_000;

/**
 * Sessions for reading. Each answers one question and is closed: chDB 3.4 puts the rows of an answer that failed half-way in
 * front of the next one of the same session (docs/events-store.md#t1), so there is no next one. Opening costs 0.3 ms. Before it sees a
 * value, a session gets its settings, the filters of the scope included, and is made `readonly = 1`: from then on the engine
 * refuses to write, to read files and addresses, and to change any setting.
 *
 * Whole answers are asked for by `queryAsync`, which plans off the event loop; `queryStreamBind` plans on it, 2 to 11 ms a
 * query at 20 million views (event loop p99 at 6 concurrent readers: 130 ms, against 24 ms this way), and 30 to 45 ms where a
 * job compares all sums.
 */
export function createReadSessions(openSession: () => Session): ReadSessions {
  const open = new Set<Session>();
  const small = createTurnstile(SMALL);
  const large = createTurnstile(LARGE);
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
      const session = openReadOnly(lane === 'small' ? { ...settings, max_result_bytes: MOST_ANSWER_BYTES } : settings);
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
    try {
      const session = openReadOnly(settings);
      try {
        for await (const chunk of session.queryStreamBind(sql, params, { format })) yield chunk;
        // A stream that the shutdown cancelled ends as if it were complete: it must not pass for an answer.
        if (closed) throw shuttingDown();
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
    readAll: (statement, format) =>
      (statement.lane === 'small' ? small : large).run(() => readAll(statement, format), tooMuch),
    stream,
    close: () => {
      closed = true;
      small.refuseWaiting(shuttingDown());
      large.refuseWaiting(shuttingDown());
      for (const session of open) session.close();
    },
  };
}

const tooMuch = () => new EventsUnavailableError('The events store has too much to do.', true);

const shuttingDown = (cause?: unknown) =>
  new EventsUnavailableError('The events store is shutting down.', true, { cause });

/** A value that begins with a brace is a map literal of our own making; other text is quoted. */
const renderSettings = (settings: EngineSettings): string =>
  Object.entries<string | number>({ ...settings, max_query_size: 4_000_000 })
    .map(([name, value]) => `${name} = ${typeof value === 'number' || value.startsWith('{') ? value : `'${value}'`}`)
    .join(', ');
