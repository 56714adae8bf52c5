import { isCalendarDate } from '#domain/calendar-date.ts';

/*
 * Cells as spreadsheets of other regions write them: `1.234,56`, `35,5%`, `21.10.2026`. A cell may have two readings, as `1,234`
 * and `01/02/2026` do; the row reader takes the only one that its column can have, and else asks which one is meant.
 */

const PLAIN = /^-?\d+(?:\.\d+)?$/;
/** A point with groups of three, which European files use for thousands. */
const ONE_GROUP = /^(-?[1-9]\d{0,2})\.(\d{3})$/;
const COMMA = /^(-?\d+),(\d+)$/;
const EUROPEAN = /^-?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/;
const AMERICAN = /^-?[1-9]\d{0,2}(?:,\d{3})+\.\d+$/;
const MANY_GROUPS = /^-?[1-9]\d{0,2}(?:\.\d{3}){2,}$|^-?[1-9]\d{0,2}(?:,\d{3}){2,}$/;
/** Spaces, also those that do not break, and the apostrophes of Switzerland, between groups of three. */
const SPACED = /^-?[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:[.,]\d+)?$/;

/**
 * What a number in a cell can mean, as digits with a point; none for what is no number. `mayGroupByPoint` is set for files of
 * semicolons: there `1.234` can be a thousand.
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

/** `1.234`: one and a bit, or a thousand. The first is answered as `1.2340`, which has no second reading. */
function readingsOfGroup(text: string): readonly string[] {
  const [, thousands, rest] = ONE_GROUP.exec(text) ?? [];
  return rest === undefined ? [text] : [`${text}0`, `${thousands}${rest}`];
}

/** The same of a share, which may be written in percent: `35,5 %`. */
export function shareReadings(cell: string, mayGroupByPoint: boolean): readonly string[] {
  const [, number = '', percent = ''] = /^(.*?)\s*(%?)$/.exec(cell.trim()) ?? [];
  return numberReadings(number, mayGroupByPoint).map((text) => `${text}${percent}`);
}

const DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;

/** What a date in a cell can mean, as `2026-10-21`; none for another text. With points the day comes first. */
export function dateReadings(cell: string): readonly string[] {
  const [, first = '', separator, second = '', year = ''] = DATE.exec(cell.trim()) ?? [];
  const on = (month: string, day: string): string => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const dates = separator === '.' ? [on(second, first)] : [on(second, first), on(first, second)];
  return [...new Set(dates)].filter(isCalendarDate);
}
