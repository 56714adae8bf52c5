/** Presets of the date-range filter (decisions section 6). */
export const RANGE_PRESETS = [
  { value: 'all', label: 'All' },
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: 'this-month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
] as const;

export type RangePreset = (typeof RANGE_PRESETS)[number]['value'];

/** Calendar dates (`YYYY-MM-DD`), both included. */
export type CalendarRange = { readonly start: string; readonly end: string };

/** What the figure calls take: epoch seconds as text, `end` exclusive, and the reader's zone. */
export type RangeParameters = { readonly start?: string; readonly end?: string; readonly tz: string };

const DAY_MS = 86_400_000;
const isoOf = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10);

/** Whether the text names a day that exists, so that 2026-02-30 is refused. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(instant) && isoOf(instant) === text && text >= '2000-01-01';
}

/** A calendar date moved by whole days; pure date arithmetic, so clock changes do not matter. */
export const addDays = (date: string, days: number): string => isoOf(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS);

const monthStart = (date: string, monthsBack: number): string =>
  isoOf(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 - monthsBack, 1));

/** The dates of a preset, seen from `today`; null for all time. "Last 7 days" ends with today. */
export function presetDates(preset: RangePreset, today: string): CalendarRange | null {
  switch (preset) {
    case 'all':
      return null;
    case 'today':
      return { start: today, end: today };
    case 'yesterday':
      return { start: addDays(today, -1), end: addDays(today, -1) };
    case '7d':
      return { start: addDays(today, -6), end: today };
    case '30d':
      return { start: addDays(today, -29), end: today };
    case '90d':
      return { start: addDays(today, -89), end: today };
    case 'this-month':
      return { start: monthStart(today, 0), end: today };
    case 'last-month':
      return { start: monthStart(today, 1), end: addDays(monthStart(today, 0), -1) };
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(zone, clock);
  return clock;
}

/** The instant's wall clock in `zone`, written as if it were UTC. */
function wallClockMs(instantMs: number, zone: string): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of clockOf(zone).formatToParts(instantMs)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The calendar date of an instant in an IANA zone. */
export const dateIn = (zone: string, instantMs: number): string => isoOf(wallClockMs(instantMs, zone));

/**
 * First instant (epoch milliseconds) of a calendar date in a zone. Days whose midnight is skipped begin when the clock
 * jumps; a midnight that happens twice counts from the first.
 */
export function startOfDate(date: string, zone: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const candidates = [midnight - DAY_MS, midnight + DAY_MS].map((near) => midnight - (wallClockMs(near, zone) - near));
  const onTheDay = candidates.filter((candidate) => dateIn(zone, candidate) === date);
  return onTheDay.length > 0 ? Math.min(...onTheDay) : Math.max(...candidates);
}

/** Calendar dates as the half-open range of epoch seconds that the server takes (decisions section 2). */
export function rangeParameters(range: CalendarRange | null, zone: string): RangeParameters {
  if (range === null) return { tz: zone };
  const seconds = (date: string) => String(Math.floor(startOfDate(date, zone) / 1000));
  return { start: seconds(range.start), end: seconds(addDays(range.end, 1)), tz: zone };
}
