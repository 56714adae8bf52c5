import { MINUTE_MS } from '#domain/durations.ts';
import { type EventsRead, type EventsReader, EventsUnavailableError } from '../../databases/events/events-db.ts';
import { createTurnstile } from '../../lib/turnstile.ts';

/**
 * At 100 million views the days that are not sealed yet are 13 million rows, read in 3 to 11 s: with the limit of a single
 * question (5 s) the figures of such a network could never be told.
 */
const PATIENCE_SECONDS = 30;
/** Inserts, look-ups and the readiness share ten sockets or six sessions with them, and must always find one. */
const TURNS = { atOnce: 3, waiting: 512 } as const;
/** The numbers that a question was planned with stay for `READERS_MS`, its waiting included. */
const LONGEST_WAIT_MS = MINUTE_MS;

/** For answers that are kept: everybody waits for the same reading, once, so it may take longer than one that serves one call. */
export function patientReads(events: EventsReader): EventsReader {
  const turnstile = createTurnstile(TURNS);

  async function enter(): Promise<() => void> {
    const leave = await turnstile.enter(AbortSignal.timeout(LONGEST_WAIT_MS)).catch(() => null);
    if (leave === null) throw new EventsUnavailableError('The events store has too much to do.', true);
    return leave;
  }

  const patiently = (read: EventsRead) => ({ ...read, limits: { ...read.limits, seconds: PATIENCE_SECONDS } });

  return {
    async query(read) {
      const leave = await enter();
      try {
        return await events.query(patiently(read));
      } finally {
        leave();
      }
    },
    async *stream(read) {
      const leave = await enter();
      try {
        yield* events.stream(patiently(read));
      } finally {
        leave();
      }
    },
    seal: () => events.seal(),
    isReady: () => events.isReady(),
  };
}
