import { isCalendarDate } from '#domain/calendar-date.ts';

/*
 * Cells in the formats of other regions: `1.234,56`, `35,5%`, `21.10.2026`. A cell such as `1,234` or `01/02/2026` has
 * two readings. The row reader takes the only one that is valid for the column; otherwise it reports both.
 */

const PLAIN = /^-?\d+(?:\.\d+)?$/;
/** A point before three digits: a thousands separator in European files. */
const ONE_GROUP = /^(-?[1-9]\d{0,2})\.(\d{3})$/;
const COMMA = /^(-?\d+),(\d+)$/;
const EUROPEAN = /^-?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/;
const AMERICAN = /^-?[1-9]\d{0,2}(?:,\d{3})+\.\d+$/;
const MANY_GROUPS = /^-?[1-9]\d{0,2}(?:\.\d{3}){2,}$|^-?[1-9]\d{0,2}(?:,\d{3}){2,}$/;
/** Spaces, including non-breaking ones, and Swiss apostrophes between groups of three digits. */
const SPACED = /^-?[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:[.,]\d+)?$/;

/**
 * Possible readings of a number, as digits with a point; none for other text. `mayGroupByPoint` is set for files with
 * semicolons: there `1.234` can mean a thousand.
 */
export function numberReadings(cell: string, mayGroupByPoint: boolean): readonly string[] {
  const text = cell.trim();
  if (SPACED.test(text)) return [text.replace(/[^\d.,-]/g, '').replace(',', '.')];
  if (EUROPEAN.test(text)) return [text.replaceAll('.', '').replace(',', '.')];
  if (AMERICAN.test(text)) return [text.replaceAll(',', '')];
  if (MANY_GROUPS.test(text)) return [text.replace(/[.,]/g, '')];
  const comma = COMMA.exec(text);
  if (comma !== null) return readingsOfGroup(text.replace(',', '.'));
  if (!PLAIN.test(text)) return [];
  return mayGroupByPoint ? readingsOfGroup(text) : [text];
}

/** `1.234`: a decimal fraction or a thousand. The fraction is returned as `1.2340`, which has only one reading. */
function readingsOfGroup(text: string): readonly string[] {
  const [, thousands, rest] = ONE_GROUP.exec(text) ?? [];
  return rest === undefined ? [text] : [`${text}0`, `${thousands}${rest}`];
}

/** Like `numberReadings`, for a share that may be a percentage: `35,5 %`. */
export function shareReadings(cell: string, mayGroupByPoint: boolean): readonly string[] {
  const [, number = '', percent = ''] = /^(.*?)\s*(%?)$/.exec(cell.trim()) ?? [];
  return numberReadings(number, mayGroupByPoint).map((text) => `${text}${percent}`);
}

const DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;

/** Possible readings of a date, as `2026-10-21`; none for other text. With points the day comes first. */
export function dateReadings(cell: string): readonly string[] {
  const [, first = '', separator, second = '', year = ''] = DATE.exec(cell.trim()) ?? [];
  const on = (month: string, day: string): string => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const dates = separator === '.' ? [on(second, first)] : [on(second, first), on(first, second)];
  return [...new Set(dates)].filter(isCalendarDate);
}
