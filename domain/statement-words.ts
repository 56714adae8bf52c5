import { nameKey } from './name-key.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const STATEMENT = /^(statements?|invoices?|reports?|pdfs?)$/;

export type StatementWords = {
  /** The matching calendar months as `2026-10`, newest first. */
  readonly months: readonly string[];
  /** The remaining words, which name the statement's customer. */
  readonly rest: string;
};

/** Returns the number of a month written in full or abbreviated to at least three letters; null for any other word. */
function monthOf(word: string): number | null {
  const at = word.length < 3 ? -1 : MONTHS.findIndex((month) => month.startsWith(word));
  return at < 0 ? null : at + 1;
}

const written = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}`;

/**
 * Parses 'statement larkspur october', 'pdf 2026-10' or 'invoice sept 2026', relative to the month of `today`
 * (`2026-11-21`). Null if the text does not ask for a statement. A month without a year is the most recent one that has
 * begun.
 */
export function statementWords(text: string, today: string): StatementWords | null {
  const words = nameKey(text).split(' ');
  if (!words.some((word) => STATEMENT.test(word))) return null;
  const [thisYear, thisMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const iso = words.find((word) => /^\d{4}-(0[1-9]|1[0-2])$/.test(word));
  const named = words.find((word) => monthOf(word) !== null);
  const year = named === undefined ? undefined : words.find((word) => /^20\d\d$/.test(word));
  const rest = words
    .filter((word) => !STATEMENT.test(word) && word !== iso && word !== named && word !== year)
    .join(' ');
  if (iso !== undefined) return { months: [iso], rest };
  const month = named === undefined ? null : monthOf(named);
  if (month !== null)
    return { months: [written(year ? Number(year) : month > thisMonth ? thisYear - 1 : thisYear, month)], rest };
  const before = thisMonth === 1 ? written(thisYear - 1, 12) : written(thisYear, thisMonth - 1);
  return { months: [before, written(thisYear, thisMonth)], rest };
}
