import type { RangePreset } from '#contract/common.ts';
import type { CustomerSort } from '#contract/list.ts';
import { isCalendarDate } from '#domain/calendar-date.ts';
import { RANGES } from '../../lib/range-presets.ts';
import type { CalendarRange } from './date-range.ts';

/** The sort orders for cards. `sortLabel` names money and views in each role's words. */
export const SORTS = [
  'name',
  '-name',
  '-total_views',
  'total_views',
  '-today_views',
  'today_views',
  '-total_revenue',
  'total_revenue',
  '-change_views',
  'change_views',
  '-change_revenue',
  'change_revenue',
  '-outlets',
  'outlets',
] as const satisfies CustomerSort[];

/** The dashboard's search parameters (docs/decisions.md#screens). Defaults are left out. */
export type DashboardSearch = {
  /** Customer search text. */
  q?: string;
  sort?: CustomerSort;
  range?: RangePreset;
  /** A custom date range, both days included. `start` and `end` are set together; `range` is then not set. */
  start?: string;
  end?: string;
  /** A time zone that the user chose explicitly. If it is not set, days are in the contract's time zone. */
  tz?: string;
  /** Shows the figures as known at the start of this day. Allowed only with a range. */
  known_on?: string;
  /** Ids of the cards at full width, comma-separated. */
  open?: string;
  /** The outlet whose modal is open, in lower case. */
  eui?: string;
  /** The outlet whose map popup is open, in lower case. */
  outlet?: string;
};

/** Maximum number of cards that a URL can keep open. */
const MOST_OPEN = 20;

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value).trim() : '';

const oneOf = <Value extends string>(allowed: readonly Value[], value: unknown): Value | undefined =>
  allowed.find((candidate) => candidate === value);

function euiOf(value: unknown): string | null {
  const eui = textOf(value).toLowerCase();
  return /^[0-9a-f]{16}$/.test(eui) ? eui : null;
}

/** Whether this browser supports the time zone. */
function isKnownZone(zone: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

function customRange(raw: Record<string, unknown>): CalendarRange | null {
  const [start, end] = [textOf(raw.start), textOf(raw.end)];
  return isCalendarDate(start) && isCalendarDate(end) && start <= end ? { start, end } : null;
}

/** Reads the dashboard's search parameters. Drops invalid parameters without an error. */
export function validateDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const q = textOf(raw.q).slice(0, 200);
  const sort = oneOf(SORTS, raw.sort);
  const custom = customRange(raw);
  const preset = oneOf(
    RANGES.map(({ value }) => value),
    raw.range,
  );
  const tz = textOf(raw.tz);
  const knownOn = textOf(raw.known_on);
  const hasRange = custom !== null || (preset !== undefined && preset !== 'all');
  const open = openIds({ open: textOf(raw.open) }).join(',');
  const [eui, outlet] = [euiOf(raw.eui), euiOf(raw.outlet)];
  return {
    ...(q ? { q } : {}),
    ...(sort && sort !== 'name' ? { sort } : {}),
    ...(custom ?? (preset && preset !== 'all' ? { range: preset } : {})),
    ...(isKnownZone(tz) ? { tz } : {}),
    ...(hasRange && isCalendarDate(knownOn) ? { known_on: knownOn } : {}),
    ...(open ? { open } : {}),
    ...(eui ? { eui } : {}),
    ...(outlet ? { outlet } : {}),
  };
}

/** Returns the ids of the cards that the URL keeps at full width. */
export const openIds = ({ open }: Pick<DashboardSearch, 'open'>): string[] =>
  (open ?? '')
    .split(',')
    .filter((id) => /^[\w-]{1,64}$/.test(id))
    .slice(0, MOST_OPEN);

/** Returns the `open` parameter after a click on a card's header. If too many cards are open, drops the oldest. */
export function toggledOpen(search: Pick<DashboardSearch, 'open'>, id: string): string | undefined {
  const before = openIds(search);
  const after = before.includes(id) ? before.filter((other) => other !== id) : [...before, id].slice(-MOST_OPEN);
  return after.length > 0 ? after.join(',') : undefined;
}
