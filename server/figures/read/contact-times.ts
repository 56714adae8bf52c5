import { HOUR_MS } from '#domain/durations.ts';
import { LATE_AFTER_MS } from '#domain/outlet-status.ts';
import { contactMinutes, type Span, upSpans } from '#domain/uptime.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { grouped } from '../../lib/grouped.ts';
import { findContactHours, findFirstHours } from './contact-hours-queries.ts';

/** An outlet's contacts within a span, in epoch milliseconds. */
export type ContactTimes = {
  /** Start times of the minutes with contact, ascending. */
  readonly minutes: readonly number[];
  readonly up: readonly Span[];
  /** The first recorded contact, exact to the minute if it is within the span; null if there is none. */
  readonly heardMs: number | null;
};

/**
 * Maximum number of contact hours per query. The embedded store reads on the main thread, and a query takes about 10
 * ms.
 */
const HOURS_AT_ONCE = 5_000;

/**
 * Returns the contact hours (since 1970, end excluded) that a span needs. A contact shortly before the span still
 * counts at the span's start.
 */
export const contactHoursOf = ({ fromMs, toMs }: Span) => ({
  fromHour: Math.floor((fromMs - LATE_AFTER_MS) / HOUR_MS),
  toHour: Math.floor(toMs / HOUR_MS) + 1,
});

/** Reads outlets' contacts within a span in groups. Returns the results of `keep` by outlet key. */
export async function readContactTimes<Kept>(
  accounts: AccountsDb,
  outletKeys: readonly number[],
  span: Span,
  keep: (times: ContactTimes) => Kept,
): Promise<ReadonlyMap<number, Kept>> {
  const kept = new Map<number, Kept>();
  const hours = contactHoursOf(span);
  const atOnce = Math.max(1, Math.floor(HOURS_AT_ONCE / (hours.toHour - hours.fromHour)));
  for (let at = 0; at < outletKeys.length; at += atOnce) {
    const keys = outletKeys.slice(at, at + atOnce);
    const [rows, firsts] = await Promise.all([findContactHours(accounts, keys, hours), findFirstHours(accounts, keys)]);
    const hoursOf = grouped(rows, ({ outlet_key }) => outlet_key);
    for (const key of keys) {
      const minutes = contactMinutes(hoursOf.get(key) ?? []);
      const firstHour = firsts.get(key) ?? null;
      const inFirst = minutes.find((ms) => Math.floor(ms / HOUR_MS) === firstHour);
      const heardMs = firstHour === null ? null : (inFirst ?? firstHour * HOUR_MS);
      kept.set(key, keep({ minutes, up: upSpans(minutes), heardMs }));
    }
  }
  return kept;
}
