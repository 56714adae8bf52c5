import { HOUR_MS } from '#domain/durations.ts';
import { LATE_AFTER_MS } from '#domain/outlet-status.ts';
import { contactMinutes, type Span, upSpans } from '#domain/uptime.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { grouped } from '../../lib/grouped.ts';
import { findContactHours, findFirstHours } from './contact-hours-queries.ts';

/** When an outlet was in contact within a span, epoch milliseconds. */
export type ContactTimes = {
  /** Starts of the minutes with contact, oldest first. */
  readonly minutes: readonly number[];
  readonly up: readonly Span[];
  /** The first contact that is known, where it lies within the span to the minute; null without any. */
  readonly heardMs: number | null;
};

/** An embedded store reads on the thread that answers everybody: about 10 ms at once. */
const HOURS_AT_ONCE = 5_000;

/** The hours (since 1970, the last excluded) whose contacts tell of a span: what was said shortly before still holds at its beginning. */
export const contactHoursOf = ({ fromMs, toMs }: Span) => ({
  fromHour: Math.floor((fromMs - LATE_AFTER_MS) / HOUR_MS),
  toHour: Math.floor(toMs / HOUR_MS) + 1,
});

/** What a caller keeps of the contacts of outlets within a span, by outlet key. They are read some at a time. */
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
