import { MINUTE_MS } from '#domain/durations.ts';
import { type EventsRead, type EventsReader, EventsUnavailableError } from '#event-store/event-store.ts';
import { createSemaphore } from '../../lib/semaphore.ts';

/**
 * At 100 million views, the unsealed days are 13 million rows, read in 3 to 11 s. The limit of a single query (5 s)
 * would make the figures of such a network unavailable.
 */
const PATIENCE_SECONDS = 30;
/**
 * Inserts, look-ups and the readiness check share ten sockets or six sessions with these reads, and must always find a
 * free one.
 */
const TURNS = { atOnce: 3, waiting: 512 } as const;
/** The seal numbers of a plan stay valid for `READERS_MS`, including the wait. */
const LONGEST_WAIT_MS = MINUTE_MS;

/** For cached answers. All callers wait for the same read, so it may take longer than one that serves a single call. */
export function patientReads(events: EventsReader): EventsReader {
  const semaphore = createSemaphore(TURNS);

  async function enter(): Promise<() => void> {
    const leave = await semaphore.enter(AbortSignal.timeout(LONGEST_WAIT_MS)).catch(() => null);
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
