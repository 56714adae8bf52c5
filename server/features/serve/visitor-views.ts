import { HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import type { ZonedDay } from '#domain/zoned-day.ts';

/** The value for a missing fingerprint. */
export const NO_FINGERPRINT = '0'.repeat(32);

/** Maximum age of the views read from the store, which include those from other processes and those without a play. */
const READ_EVERY_MS = 30 * SECOND_MS;
/**
 * How long a flight's day is kept without requests, in addition to a play's validity. By then, its served plays are
 * stored.
 */
const FORGET_MS = HOUR_MS;
/**
 * Maximum number of visitors per flight and day. The oldest visitors are dropped first, and only their stored views
 * count from then on.
 */
const MOST_VISITORS = 500_000;

type Day = {
  readonly date: string;
  readonly served: Map<string, number>;
  askedAtMs: number;
  /** Null before the first read. */
  stored: ReadonlyMap<string, number> | null;
  readAtMs: number;
};

type Needs = {
  /** Reads the views stored since `fromMs`. */
  readonly read: (wanted: { flightKey: number; fromMs: number }) => Promise<ReadonlyMap<string, number>>;
  readonly playMs: number;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
};

export type VisitorViews = {
  /**
   * The visitor's views of the flight on that day. Null while they are loading, so that caps also hold after a start.
   */
  seen(flightKey: number, day: ZonedDay, fingerprint: string): number | null;
  served(flightKey: number, day: ZonedDay, fingerprint: string): void;
};

/**
 * Counts views per visitor for flights with visitor caps, in memory: the larger of the served and the stored count.
 * Stored views are read outside the requests, first once per flight and day and then twice a minute. So a restart loses
 * no visitor, and plays from other processes count once they are reported. Until then, several processes may each serve
 * a visitor up to the cap.
 */
export function createVisitorViews({ read, playMs, now, report }: Needs): VisitorViews {
  const days = new Map<number, Day>();

  function dayOf(flightKey: number, { date, startMs }: ZonedDay): Day {
    const known = days.get(flightKey);
    const fresh = () => ({ date, served: new Map<string, number>(), askedAtMs: now(), stored: null, readAtMs: -1 });
    const day: Day = known?.date === date ? known : fresh();
    day.askedAtMs = now();
    if (day !== known) {
      for (const [key, { askedAtMs }] of days) if (askedAtMs < now() - playMs - FORGET_MS) days.delete(key);
      days.set(flightKey, day);
    }
    if (day.readAtMs === -1 || now() >= day.readAtMs + READ_EVERY_MS) {
      day.readAtMs = now();
      read({ flightKey, fromMs: startMs }).then((stored) => {
        day.stored = stored;
      }, report);
    }
    return day;
  }

  return {
    seen: (flightKey, zoned, fingerprint) => {
      const { stored, served } = dayOf(flightKey, zoned);
      return stored === null ? null : Math.max(stored.get(fingerprint) ?? 0, served.get(fingerprint) ?? 0);
    },
    served: (flightKey, zoned, fingerprint) => {
      const day = dayOf(flightKey, zoned);
      const before = Math.max(day.stored?.get(fingerprint) ?? 0, day.served.get(fingerprint) ?? 0);
      day.served.set(fingerprint, before + 1);
      const [oldest] = day.served.keys();
      if (day.served.size > MOST_VISITORS && oldest !== undefined) day.served.delete(oldest);
    },
  };
}
