import { HOUR_MS, MINUTE_MS } from './durations.ts';
import { LATE_AFTER_MS } from './outlet-status.ts';

/** A half-open time span in epoch milliseconds. */
export type Span = { readonly fromMs: number; readonly toMs: number };

/** Number of days for which an outlet's contact minutes are stored. */
export const CONTACT_DAYS = 400;

const HALF = 30;

/** An hour, counted since 1970 in UTC, and its minutes with contact: bit n of a half is minute n of that half. */
export type ContactHour = { readonly hour: number; readonly first_half: number; readonly second_half: number };

/** Returns the starts of the minutes with contact, oldest first. The hours must be in order. */
export function contactMinutes(hours: readonly ContactHour[]): number[] {
  const found: number[] = [];
  for (const { hour, first_half: first, second_half: second } of hours) {
    for (let minute = 0; minute < 2 * HALF; minute += 1) {
      const bits = minute < HALF ? first : second;
      if ((bits >> (minute % HALF)) & 1) found.push(hour * HOUR_MS + minute * MINUTE_MS);
    }
  }
  return found;
}

/**
 * Returns the spans during which an outlet was up. Each contact keeps the outlet online for `LATE_AFTER_MS`. The spans
 * are in order and do not touch.
 */
export function upSpans(minutes: readonly number[]): Span[] {
  const spans: { fromMs: number; toMs: number }[] = [];
  for (const fromMs of minutes) {
    const last = spans.at(-1);
    if (last !== undefined && fromMs <= last.toMs) last.toMs = fromMs + LATE_AFTER_MS;
    else spans.push({ fromMs, toMs: fromMs + LATE_AFTER_MS });
  }
  return spans;
}

/** Intersects two lists of spans, both in order and without overlap. */
export function inBoth(ones: readonly Span[], others: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (let [at, other] = [0, 0]; at < ones.length && other < others.length; ) {
    const [one, two] = [ones[at], others[other]];
    if (one === undefined || two === undefined) break;
    const [fromMs, toMs] = [Math.max(one.fromMs, two.fromMs), Math.min(one.toMs, two.toMs)];
    if (fromMs < toMs) found.push({ fromMs, toMs });
    if (one.toMs < two.toMs) at += 1;
    else other += 1;
  }
  return found;
}

/** Returns the spans of the first list, without the parts that the other spans cover. */
export function without(ones: readonly Span[], others: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const { fromMs, toMs } of ones) {
    let startMs = fromMs;
    for (const other of others) {
      if (other.toMs <= startMs || other.fromMs >= toMs) continue;
      if (other.fromMs > startMs) found.push({ fromMs: startMs, toMs: other.fromMs });
      startMs = other.toMs;
    }
    if (startMs < toMs) found.push({ fromMs: startMs, toMs });
  }
  return found;
}

export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);

/** Formats uptime as '99.86%'. The value is never rounded up to 100%, which would mean no outage. */
export const uptimeText = (uptime: number): string =>
  `${(Math.floor(uptime * 10_000) / 100).toFixed(uptime === 1 || uptime === 0 ? 0 : 2)}%`;

/** Returns uptime as a fraction of the time in service, 0 to 1; null without time in service. */
export function uptime(up: readonly Span[], inService: readonly Span[]): number | null {
  const whole = lengthOf(inService);
  return whole === 0 ? null : lengthOf(inBoth(up, inService)) / whole;
}
