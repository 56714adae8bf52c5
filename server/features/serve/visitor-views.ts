import { HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import type { ZonedDay } from '#domain/zoned-day.ts';

/** Names nobody. */
export const NO_FINGERPRINT = '0'.repeat(32);

/** How old what was read of other processes and of views without a play may be. */
const READ_EVERY_MS = 30 * SECOND_MS;
/** A day of which nobody asks for so long, and for as long as a play is valid, is forgotten: what was served then is stored by now. */
const FORGET_MS = HOUR_MS;
/** Of a flight and day; those who came first are forgotten first, and then only what is stored tells of them. */
const MOST_VISITORS = 500_000;

type Day = {
  readonly date: string;
  readonly served: Map<string, number>;
  askedAtMs: number;
  /** Null before the first reading. */
  stored: ReadonlyMap<string, number> | null;
  readAtMs: number;
};

type Needs = {
  /** Views that are stored, since an instant. */
  readonly read: (wanted: { flightKey: number; fromMs: number }) => Promise<ReadonlyMap<string, number>>;
  readonly playMs: number;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
};

export type VisitorViews = {
  /** How often the visitor has seen the flight on the day; null while that is being read: a cap is kept also after a start. */
  seen(flightKey: number, day: ZonedDay, fingerprint: string): number | null;
  served(flightKey: number, day: ZonedDay, fingerprint: string): void;
};

/**
 * Views by visitor, of flights that cap them, in memory: what this process served or what is stored, whichever is more. The stored
 * ones are read beside the requests, at first for a flight and day and then twice a minute, so that a start forgets nobody and
 * another process's plays are known when they were reported. Until then several processes may each serve a visitor up to the cap.
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
