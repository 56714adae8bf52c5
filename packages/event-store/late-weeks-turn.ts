import { MINUTE_MS } from '#domain/durations.ts';
import type { Seal } from './events-db.ts';

/** A week of 25 million events takes 13 s to seal: late events make the job do that at most every 25 minutes. */
const EVENTS_A_MINUTE = 1_000_000;

/**
 * Decides which weeks were sealed so recently that further late events wait. They show at once anyway, because readers
 * take marked weeks from raw rows. After a quiet time, the next run seals the first late event.
 */
export function createLateWeeksTurn(clock: () => number, eventsAMinute = EVENTS_A_MINUTE) {
  const sealedAt = new Map<string, number>();
  return {
    waiting: ({ weeks }: Seal): string[] =>
      [...sealedAt.keys()].filter((week) => {
        const since = clock() - (sealedAt.get(week) ?? 0);
        const waitMs = Math.floor((weeks.get(week)?.events ?? 0) / eventsAMinute) * MINUTE_MS;
        // If a clock went back, its weeks do not wait.
        if (since >= 0 && since < waitMs) return true;
        sealedAt.delete(week);
        return false;
      }),
    sealed: (weeks: readonly string[]): void => {
      for (const week of weeks) sealedAt.set(week, clock());
    },
  };
}
