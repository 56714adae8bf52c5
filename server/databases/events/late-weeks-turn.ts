import { MINUTE_MS } from '#domain/durations.ts';
import type { Seal } from './events-db.ts';

/** A week of 25 million events takes 13 s to seal: at most every 25 minutes that is done for late events. */
const EVENTS_A_MINUTE = 1_000_000;

/**
 * Which weeks were sealed so lately that more late events wait: they show at once all the same, for marked weeks are read raw. The
 * first one after a quiet time is sealed in with the next run.
 */
export function createLateWeeksTurn(clock: () => number, eventsAMinute = EVENTS_A_MINUTE) {
  const sealedAt = new Map<string, number>();
  return {
    waiting: ({ weeks }: Seal): string[] =>
      [...sealedAt.keys()].filter((week) => {
        const since = clock() - (sealedAt.get(week) ?? 0);
        const waitMs = Math.floor((weeks.get(week)?.events ?? 0) / eventsAMinute) * MINUTE_MS;
        // A clock that went back keeps nothing waiting.
        if (since >= 0 && since < waitMs) return true;
        sealedAt.delete(week);
        return false;
      }),
    sealed: (weeks: readonly string[]): void => {
      for (const week of weeks) sealedAt.set(week, clock());
    },
  };
}
