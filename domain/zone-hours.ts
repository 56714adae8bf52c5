import { Temporal } from 'temporal-polyfill';
import { HOUR_MS, MINUTE_MS } from './durations.ts';

/** A period during which a time zone has a constant UTC offset. */
export type ZoneSegment = { readonly startMs: number; readonly offsetMs: number };

/** Returns the segments of a half-open range. The first segment starts with the range. */
export function zoneSegments(fromMs: number, toMs: number, zone: string): ZoneSegment[] {
  const segments: ZoneSegment[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(zone);
  while (at !== null && (segments.length === 0 || at.epochMilliseconds < toMs)) {
    segments.push({ startMs: at.epochMilliseconds, offsetMs: Math.round(at.offsetNanoseconds / 1e6) });
    at = at.getTimeZoneTransition('next');
  }
  return segments;
}

/**
 * Returns the hours on a time zone's clock, keyed by the time at which each begins: `2026-11-01T01:00-04:00`. A
 * repeated hour appears twice. An hour that a clock change cuts in half, as on Lord Howe Island, ends there.
 */
export function zoneHours(fromMs: number, toMs: number, zone: string): Map<number, string> {
  const hours = new Map<number, string>();
  const segments = zoneSegments(fromMs, toMs, zone);
  for (const [index, { startMs, offsetMs }] of segments.entries()) {
    const endMs = segments[index + 1]?.startMs ?? toMs;
    let localHour = Math.floor((startMs + offsetMs) / HOUR_MS);
    for (let at = startMs; at < endMs; at = localHour * HOUR_MS - offsetMs) {
      hours.set(at, `${new Date(localHour * HOUR_MS).toISOString().slice(0, 16)}${offsetText(offsetMs)}`);
      localHour += 1;
    }
  }
  return hours;
}

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / MINUTE_MS;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
