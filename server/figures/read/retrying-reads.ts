import { MINUTE_MS } from '#domain/durations.ts';
import { type EventsRead, type EventsReader, EventsUnavailableError } from '#event-store/event-store.ts';
import { createSemaphore } from '../../lib/semaphore.ts';

/**
 * Time limit for reads of figures, in seconds. With 100 million views, the unsealed days have 13 million rows, which
 * take 3 to 11 s to read. The limit for single queries (5 s) would make the figures of such a network unavailable.
 */
const PATIENCE_SECONDS = 30;
/**
 * Limits for these reads, which share ten sockets or six sessions with inserts, lookups and the readiness check. A
 * socket or session must always be free for those.
 */
const TURNS = { atOnce: 3, waiting: 512 } as const;
/**
 * Maximum time to wait for a slot. A plan's seal numbers stay valid for `READERS_MS`, including the time spent waiting.
 */
const LONGEST_WAIT_MS = MINUTE_MS;

/**
 * Returns a reader for cached results. All callers wait for the same read, so it may take longer than a read that
 * serves a single call.
 */
export function retryingReads(events: EventsReader): EventsReader {
  const semaphore = createSemaphore(TURNS);

  async function enter(): Promise<() => void> {
    const leave = await semaphore.enter(AbortSignal.timeout(LONGEST_WAIT_MS)).catch(() => null);
    if (leave === null) throw new EventsUnavailableError('The events store is overloaded.', true);
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
