import type { Session, StreamChunk } from 'chdb';
import { asEventsError } from './chdb-errors.ts';
import { EventsUnavailableError } from './events-db.ts';
import type { EngineRead, EngineSettings } from './events-engine.ts';

export type SessionPool = {
  /** Chunks of one answer; only ever through `queryStreamBind` (traps T1 and T2 of events-store.md). */
  read(statement: EngineRead, format: string): AsyncGenerator<StreamChunk>;
  /** Ends running answers and closes every session. */
  close(): void;
};

const PLACES = { small: 6, large: 3 } as const;
const MOST_WAITING = 512;
const MOST_IDLE = 12;

/**
 * Sessions for reading. Each is fixed for life to one set of settings, the filters of one scope included, and then made
 * `readonly = 1`: from then on the engine refuses to write, to read files and addresses, and to change any setting. One
 * query runs in a session at a time, and a session whose answer was not read to its end without error is closed:
 * chDB 3.4 otherwise puts the rows of a failed answer in front of the next one.
 */
export function createSessionPool(openSession: () => Session): SessionPool {
  const idle: { readonly key: string; readonly session: Session }[] = [];
  const busy = new Set<Session>();
  const places = { small: createPlaces(PLACES.small), large: createPlaces(PLACES.large) };
  let closed = false;

  function take(settings: EngineSettings): { key: string; session: Session } {
    if (closed) throw new EventsUnavailableError('The events store is shutting down.', true);
    const key = renderSettings(settings);
    const at = idle.findLastIndex((one) => one.key === key);
    const found = at < 0 ? undefined : idle.splice(at, 1)[0];
    const taken = found ?? { key, session: openReadOnly(openSession, key) };
    busy.add(taken.session);
    return taken;
  }

  function giveBack(taken: { key: string; session: Session }, clean: boolean): void {
    busy.delete(taken.session);
    if (!clean || closed) taken.session.close();
    else if (idle.push(taken) > MOST_IDLE) idle.shift()?.session.close();
  }

  async function* read({ sql, params, settings, lane }: EngineRead, format: string): AsyncGenerator<StreamChunk> {
    const leave = await places[lane].enter();
    try {
      const taken = take(settings);
      let clean = false;
      try {
        for await (const chunk of taken.session.queryStreamBind(sql, params, { format })) yield chunk;
        clean = !closed;
      } finally {
        giveBack(taken, clean);
      }
      // A stream that the shutdown cancelled ends as if it were complete: it must not pass for an answer.
      if (!clean) throw new EventsUnavailableError('The events store is shutting down.', true);
    } catch (error) {
      throw asEventsError(error);
    } finally {
      leave();
    }
  }

  return {
    read,
    close: () => {
      closed = true;
      for (const { session } of idle.splice(0)) session.close();
      for (const session of busy) session.close();
      for (const place of Object.values(places)) place.refuseWaiting();
    },
  };
}

function openReadOnly(openSession: () => Session, settings: string): Session {
  const session = openSession();
  try {
    session.query(`SET ${settings}`);
    session.query('SET readonly = 1');
    return session;
  } catch (error) {
    session.close();
    throw error;
  }
}

/** A value that begins with a brace is a map literal of our own making; other text is quoted. */
const renderSettings = (settings: EngineSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${typeof value === 'number' || value.startsWith('{') ? value : `'${value}'`}`)
    .join(', ');

type Places = { enter(): Promise<() => void>; refuseWaiting(): void };

/** At most `count` at once, the others in the order they came. */
function createPlaces(count: number): Places {
  let free = count;
  const waiting: { enter: () => void; refuse: (error: Error) => void }[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next.enter();
    else free += 1;
  };
  return {
    enter: () => {
      if (free > 0) {
        free -= 1;
        return Promise.resolve(leave);
      }
      if (waiting.length >= MOST_WAITING) {
        return Promise.reject(new EventsUnavailableError('The events store has too much to do.', true));
      }
      return new Promise((resolve, reject) => waiting.push({ enter: () => resolve(leave), refuse: reject }));
    },
    refuseWaiting: () => {
      const error = new EventsUnavailableError('The events store is shutting down.', true);
      for (const { refuse } of waiting.splice(0)) refuse(error);
    },
  };
}
