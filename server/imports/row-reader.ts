import { csvColumns, type ImportedColumn, type ImportedKind, type ValueIn } from '#contract/csv-columns.ts';
import {
  type EditableFields,
  isNumber,
  type NumberField,
  numberForm,
  readNumber,
  type ValuesOf,
} from '#contract/editable-fields.ts';
import { addDays, isCalendarDate } from '#domain/calendar-date.ts';
import { readCountry } from '#domain/country.ts';
import { emailKey } from '#domain/email.ts';
import { parseMicros, parseSharePpm } from '#domain/money.ts';
import { HOURS_FORM, readOpeningHours } from '#domain/opening-hours.ts';
import { plainText, plainTextProblem } from '#domain/plain-text.ts';
import { withFormula } from '#domain/spreadsheet-text.ts';
import { isTimeZone, zonedDay } from '#domain/zoned-day.ts';
import { INSTANT_FORMS, readInstant } from '../lib/read-instant.ts';
import type { Finding, FirstOf } from './import-outcome.ts';
import type { TableRow } from './read-table.ts';

/**
 * Reads and validates a line's cells, restricted to the columns of its kind. Each method returns null for an invalid
 * cell and notes the error. A line is valid if no error was noted.
 */
export type RowReader<Kind extends ImportedKind> = {
  readonly line: number;
  text(column: ImportedColumn<Kind>): string | null;
  optionalText(column: ImportedColumn<Kind>): string;
  choice<Column extends ImportedColumn<Kind>>(column: Column): ValueIn<Kind, Column> | null;
  eui(column: ImportedColumn<Kind>): string | null;
  /** Returns the normalized address. */
  email(column: ImportedColumn<Kind>): string | null;
  /** Returns undefined for an empty cell. */
  flag(column: ImportedColumn<Kind>): boolean | null | undefined;
  /** Returns undefined for an empty cell. */
  number(column: ImportedColumn<Kind>, field: NumberField): number | null | undefined;
  timeZone(column: ImportedColumn<Kind>): string | null | undefined;
  micros(column: ImportedColumn<Kind>): number | null;
  sharePpm(column: ImportedColumn<Kind>): number | null | undefined;
  instant(column: ImportedColumn<Kind>, zone: string, edge?: 'start' | 'end'): number | null;
  /** Reads a day that may be relative to the day of the import: `today`, `in 90 days`. */
  dayFrom(
    nowMs: number,
    column: ImportedColumn<Kind>,
    zone: string,
    edge: 'start' | 'end',
  ): { readonly ms: number; readonly isRelative: boolean } | null;
  /** Reads a whole number from 1 to `most`. */
  whole(column: ImportedColumn<Kind>, most: number): number | null;
  /** Returns whether the cell is this word, ignoring case. */
  isWord(column: ImportedColumn<Kind>, word: string): boolean;
  has(column: ImportedColumn<Kind>): boolean;
  /** Notes an error that involves several columns or stored rows. '' means the whole line. */
  note(column: ImportedColumn<Kind> | '', message: string): void;
  readonly isGood: () => boolean;
};

export function createRowReader<Kind extends ImportedKind>(
  kind: Kind,
  row: TableRow,
  findings: FirstOf<Finding>,
): RowReader<Kind> {
  const before = findings.total;
  const columns = csvColumns(kind);
  const cell = (column: string): string => withFormula(row.cells[column] ?? '');
  const note = (column: string, message: string): null => {
    findings.push({ line: row.line, column, message });
    return null;
  };
  /** Returns the only valid reading of a cell. Notes an error if there is no valid reading, or more than one. */
  const only = <Value>(
    column: string,
    readings: readonly string[],
    read: (text: string) => Value | null,
    form: string,
  ): Value | null => {
    const found = readings.flatMap((text) => {
      const value = read(text);
      return value === null ? [] : [{ text, value }];
    });
    if (found.length < 2) return found[0]?.value ?? note(column, `${quoted(column)} is ${form}`);
    const forms = found.map(({ text }) => text).join(' or ');
    return note(column, `${quoted(column)} is ambiguous; enter ${forms}`);
  };
  const quoted = (column: string): string => `'${cell(column).slice(0, 60)}'`;

  const optionalText = (column: string): string => {
    const value = plainText(cell(column));
    const problem = plainTextProblem(value, columns[column]?.longest ?? 0);
    if (problem !== null) note(column, problem);
    return value;
  };
  const required = (column: string, what: string): boolean => {
    if (cell(column) !== '') return true;
    note(column, `is blank; enter ${what}`);
    return false;
  };

  const instant = (column: string, zone: string, edge?: 'start' | 'end', forms = INSTANT_FORMS): number | null => {
    if (!required(column, forms)) return null;
    const dates = dateReadings(cell(column));
    const readings = dates.length === 0 ? [cell(column)] : dates;
    return only(column, readings, (text) => readInstant(text, zone, edge), `not a date; enter ${forms}`);
  };

  return {
    line: row.line,
    optionalText,
    text: (column) => (required(column, 'text') ? optionalText(column) : null),
    choice: <Column extends ImportedColumn<Kind>>(column: Column) => {
      const values = (columns[column]?.values ?? []) as readonly ValueIn<Kind, Column>[];
      const value = values.find((each) => each === cell(column).toLowerCase());
      return value ?? note(column, `${quoted(column)} is not valid; enter ${values.join(', ')}`);
    },
    eui: (column) => {
      const value = cell(column).toLowerCase().replace(/[-:]/g, '');
      if (/^[0-9a-f]{16}$/.test(value)) return value;
      return note(column, `${quoted(column)} is not an EUI; enter 16 hexadecimal digits such as 70B3D57ED0001A2F`);
    },
    email: (column) =>
      emailKey(cell(column)) ??
      note(column, `${quoted(column)} is not an email address; enter one such as name@example.com`),
    flag: (column) => {
      const value = cell(column).toLowerCase();
      if (value === '') return undefined;
      if (['yes', 'true', '1'].includes(value)) return true;
      if (['no', 'false', '0'].includes(value)) return false;
      return note(column, `${quoted(column)} is neither yes nor no`);
    },
    number: (column, field) => {
      const value = cell(column);
      if (value === '') return undefined;
      const form = `not a valid ${field.thing}; enter ${numberForm(field)}`;
      return only(column, numberReadings(value, row.hasSemicolons), (text) => readNumber(text, field), form);
    },
    timeZone: (column) => {
      const value = cell(column);
      if (value === '') return undefined;
      if (isTimeZone(value)) return value;
      return note(column, `${quoted(column)} is not a time zone; enter an IANA name such as America/Chicago`);
    },
    micros: (column) =>
      only(
        column,
        numberReadings(cell(column), row.hasSemicolons),
        parseMicros,
        'not an amount; enter a number with a decimal point and at most six decimals, such as 12.50',
      ),
    sharePpm: (column) => {
      if (cell(column) === '') return undefined;
      const readings = shareReadings(cell(column), row.hasSemicolons);
      return only(column, readings, parseSharePpm, 'not a share; enter a value such as 0.3 or 30%');
    },
    instant,
    dayFrom: (nowMs, column, zone, edge) => {
      const days = relativeDays(cell(column));
      if (days === null) {
        const ms = instant(column, zone, edge, `${INSTANT_FORMS}, or today, or in 90 days`);
        return ms === null ? null : { ms, isRelative: false };
      }
      const ms = readInstant(addDays(zonedDay(nowMs, zone).date, days), zone, edge);
      return ms === null ? note(column, `${quoted(column)} is too far away`) : { ms, isRelative: true };
    },
    whole: (column, most) => {
      const value = cell(column);
      if (/^[1-9]\d{0,8}$/.test(value) && Number(value) <= most) return Number(value);
      return note(column, `${quoted(column)} is not a number from 1 to ${most}`);
    },
    isWord: (column, word) => cell(column).toLowerCase() === word,
    has: (column) => cell(column) !== '',
    note: (column, message) => void note(column, message),
    isGood: () => findings.total === before,
  };
}

/** Reads the fields of a table. An empty cell yields '' or null, and is an error if the field is required. */
export const readValues = <Kind extends ImportedKind, Fields extends EditableFields>(
  reader: RowReader<Kind>,
  fields: Fields,
): ValuesOf<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const cell = field.column as ImportedColumn<Kind>;
      if (isNumber(field)) return [name, reader.number(cell, field) ?? null];
      const { isCountry, isEmail, isHours, isRequired, isLowerCase } = field;
      if (isEmail) return [name, reader.has(cell) ? (reader.email(cell) ?? '') : ''];
      const text = (isRequired ? reader.text(cell) : reader.optionalText(cell)) ?? '';
      if (isHours && readOpeningHours(text) === null)
        reader.note(cell, `'${text}' is not a valid format; ${HOURS_FORM}`);
      if (isCountry) {
        const country = readCountry(text);
        if (country === null)
          reader.note(cell, `'${text}' is not a country; enter a two-letter code such as US, or its English name`);
        return [name, country ?? ''];
      }
      return [name, isLowerCase ? text.toLowerCase() : text];
    }),
  ) as ValuesOf<Fields>;

/*
 * Cells in other regions' formats: `1.234,56`, `35,5%`, `21.10.2026`. A cell such as `1,234` or `01/02/2026` has two
 * readings. The row reader uses the reading that is valid for the column; if both are valid, it reports both.
 */

const PLAIN = /^-?\d+(?:\.\d+)?$/;
/** Matches a point before three digits, which is a thousands separator in European files. */
const ONE_GROUP = /^(-?[1-9]\d{0,2})\.(\d{3})$/;
const COMMA = /^(-?\d+),(\d+)$/;
const EUROPEAN = /^-?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/;
const AMERICAN = /^-?[1-9]\d{0,2}(?:,\d{3})+\.\d+$/;
const MANY_GROUPS = /^-?[1-9]\d{0,2}(?:\.\d{3}){2,}$|^-?[1-9]\d{0,2}(?:,\d{3}){2,}$/;
/** Matches groups of three digits separated by spaces, including non-breaking spaces, or by Swiss apostrophes. */
const SPACED = /^-?[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:[.,]\d+)?$/;

/**
 * Returns the possible readings of a number, as digits with a decimal point; empty for other text. `mayGroupByPoint` is
 * set for files with semicolons, in which `1.234` can mean a thousand.
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

/**
 * Returns the readings of `1.234`: a decimal fraction or a thousand. The fraction is returned as `1.2340`, which has
 * only one reading.
 */
function readingsOfGroup(text: string): readonly string[] {
  const [, thousands, rest] = ONE_GROUP.exec(text) ?? [];
  return rest === undefined ? [text] : [`${text}0`, `${thousands}${rest}`];
}

/** Like `numberReadings`, but for a share, which may be a percentage: `35,5 %`. */
export function shareReadings(cell: string, mayGroupByPoint: boolean): readonly string[] {
  const [, number = '', percent = ''] = /^(.*?)\s*(%?)$/.exec(cell.trim()) ?? [];
  return numberReadings(number, mayGroupByPoint).map((text) => `${text}${percent}`);
}

/** Returns the number of days after the day of the import; null for other text. */
function relativeDays(cell: string): number | null {
  const text = cell.trim().toLowerCase();
  if (text === 'today') return 0;
  const [, days] = /^in (\d{1,4}) days?$/.exec(text) ?? [];
  return days === undefined ? null : Number(days);
}

const DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;

/**
 * Returns the possible readings of a date, such as `2026-10-21`; empty for other text. If the separators are points,
 * the day precedes the month.
 */
export function dateReadings(cell: string): readonly string[] {
  const [, first = '', separator, second = '', year = ''] = DATE.exec(cell.trim()) ?? [];
  const on = (month: string, day: string): string => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const dates = separator === '.' ? [on(second, first)] : [on(second, first), on(first, second)];
  return [...new Set(dates)].filter(isCalendarDate);
}
