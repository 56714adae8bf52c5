import { MINUTE_MS } from '#domain/durations.ts';
import { EVENT_TYPES, type EventColumn } from './event-encoder.ts';
import type { EventsReader } from './events-db.ts';

export const SERVER_TIME = 'SELECT toUnixTimestamp64Milli(now64(3)) AS ms';
/** How long a clock reading is cached. Clocks drift by about a millisecond during this time. */
const KNOWN_FOR_MS = MINUTE_MS;

/**
 * Creates an upper bound for the events server's clock. The clock is read once a minute, and the reading is dated to
 * the arrival of the response. This process's monotonic clock keeps running while the process is frozen.
 */
export function createServerClock(read: () => Promise<number>) {
  let known: { readonly ahead: number; readonly at: number } | null = null;
  return {
    /** Returns the time on the server's clock (epoch ms), `ms` from now. */
    async in(ms: number): Promise<number> {
      const now = performance.now();
      if (known !== null && now - known.at < KNOWN_FOR_MS) return now + known.ahead + ms;
      const server = await read();
      const at = performance.now();
      known = { ahead: server - at, at };
      return server + ms;
    },
    /** Discards the cached reading, for when the server's clock may have been set. */
    forget() {
      known = null;
    },
  };
}

/** The error code of `throwIf`. */
export const TOO_LATE = 395;

/**
 * Builds an insert that fails after the time `ms` (epoch ms). The server checks its clock when it has the rows, not
 * when the statement begins, because the sender may have frozen in between.
 */
export function insertUntil(ms: number, columns: readonly EventColumn[]): string {
  const given = columns.map((column) => `${column} ${EVENT_TYPES[column].replaceAll("'", "\\'")}`).join(', ');
  const names = columns.join(', ');
  return `INSERT INTO events (${names}) SELECT ${names} FROM input('${given}')
    WHERE throwIf(nowInBlock() >= toDateTime(${Math.floor(ms / 1_000)}, 'UTC')) = 0 FORMAT TabSeparated`;
}

/** Returns the current time on the events server, in epoch milliseconds. */
export async function readEventsTime(events: Pick<EventsReader, 'query'>): Promise<number> {
  const [row] = await events.query<{ ms: string }>({ sql: SERVER_TIME, scope: { kind: 'all' } });
  if (row === undefined) throw new Error('the events server did not say what time it is');
  return Number(row.ms);
}
