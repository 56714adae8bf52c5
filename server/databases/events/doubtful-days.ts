import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { repairCampaignCopy } from './campaign-copy.ts';
import type { EventsEngine } from './events-engine.ts';
import { isoDate } from './weeks.ts';

/** An insert that was given up here may go on at a server; its own limits end it before that. */
const LONGEST_INSERT_MS = 5 * MINUTE_MS;

/**
 * Days of inserts that failed, of which nobody knows how far they came: an event that is stored, and not in the copy for
 * campaigns, is a duplicate when it is sent again, and would stay out of the copy until its week is sealed.
 */
export type DoubtfulDays = {
  add(rows: readonly { readonly timestampMs: number }[]): void;
  isEmpty(): boolean;
  /** Answers the days (ISO dates) whose copy lacked rows. A day is looked at until no insert of then can still be under way. */
  repair(engine: EventsEngine): Promise<string[]>;
};

/** `elapsed`: milliseconds of a clock that nobody sets. */
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
        const differing = await repairCampaignCopy(engine, day, isoDate(Date.parse(day) + DAY_MS));
        if (differing.length > 0) repaired.push(day);
        if (lookedAt - (failedAt.get(day) ?? 0) >= LONGEST_INSERT_MS) failedAt.delete(day);
      }
      return repaired;
    },
  };
}
