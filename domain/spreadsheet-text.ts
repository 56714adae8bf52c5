/**
 * Matches the places where a spreadsheet may find a formula: at the start of a text, and after a possible end of a
 * cell. A spreadsheet whose lists are separated by semicolons splits text at semicolons, even within quotes.
 * Spreadsheets ignore blanks and quotes before a formula, and accept full-width and small forms of the signs. Existing
 * apostrophes are kept.
 */
const FORMULA = /(^|[;\t\r\n])([\s\p{Z}\p{Cf}"]*)('*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;

/** Adds an apostrophe before every part that a spreadsheet would run: `'=1+1`. */
export const withoutFormula = (text: string): string => text.replace(FORMULA, "$1$2$3'");

/** Removes the apostrophes that `withoutFormula` added. */
export const withFormula = (text: string): string =>
  text.replace(FORMULA, (_, start: string, blank: string, marks: string) => `${start}${blank}${marks.slice(1)}`);
