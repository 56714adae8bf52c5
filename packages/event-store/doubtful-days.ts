import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { repairCampaignCopy } from './campaign-copy.ts';
import { repairEventIds } from './event-ids.ts';
import type { EventsEngine } from './events-engine.ts';
import { isoDate } from './weeks.ts';

/** An insert that this process gave up may continue at a server; the server's own limits end it before that. */
const LONGEST_INSERT_MS = 5 * MINUTE_MS;

/**
 * Days of failed inserts with an unknown outcome. An event may be in `events` and not in the campaign copy. A resend of
 * it is a duplicate, so it would stay out of the copy until its week is sealed.
 */
export type DoubtfulDays = {
  add(rows: readonly { readonly timestampMs: number }[]): void;
  isEmpty(): boolean;
  /**
   * Returns the days (ISO dates) whose copy lacked rows. It checks a day until no insert of that time can still be in
   * progress.
   */
  repair(engine: EventsEngine): Promise<string[]>;
};

/** `elapsed`: milliseconds of a monotonic clock. */
export function createDoubtfulDays(elapsed: () => number = () => performance.now()): DoubtfulDays {
  const failedAt = new Map<string, number>();
  return {
    add: (rows) => {
      const at = elapsed();
      for (const { timestampMs } of rows) failedAt.set(isoDate(timestampMs), at);
    },
    isEmpty: () => failedAt.size === 0,
    repair: async (engine) => {
      const repaired: string[] = [];
      for (const day of [...failedAt.keys()]) {
        const lookedAt = elapsed();
        const end = isoDate(Date.parse(day) + DAY_MS);
        await repairEventIds(engine, day, end);
        const differing = await repairCampaignCopy(engine, day, end);
        if (differing.length > 0) repaired.push(day);
        if (lookedAt - (failedAt.get(day) ?? 0) >= LONGEST_INSERT_MS) failedAt.delete(day);
      }
      return repaired;
    },
  };
}
