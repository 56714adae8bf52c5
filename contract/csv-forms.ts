/**
 * The files that the product takes and gives, column by column. Importers and exports, the command line's help, the screens', the
 * documentation and the examples all read this table: a column that is not here does not exist, and one that is here is asked for
 * by the types of each of them.
 */
export type CsvColumn = {
  /** An export has what is 'optional' too; 'import' and 'export' are the columns that only one of the two knows. */
  readonly need: 'required' | 'optional' | 'import' | 'export';
  readonly meaning: string;
  /** How a cell is written. */
  readonly form: string;
  /** Of a text, in characters. */
  readonly longest?: number;
  /** What its cells are, where a spreadsheet could take them for something else. */
  readonly holds?: 'phone';
  /** Of a choice. */
  readonly values?: readonly string[];
  /** One for each line of the example file. */
  readonly examples: readonly string[];
};

export type CsvFile = {
  /** What a line is, how it is known, and what an import does to it. */
  readonly about: string;
  readonly columns: Readonly<Record<string, CsvColumn>>;
};

/** How cells are written that several files have. */
export const DAY = 'a day such as 2026-12-01, or an instant such as 2026-12-01T08:00:00-05:00';
export const DOLLARS = 'an amount as digits with a point, six decimals at most';

/** A text: its form says how long it may be. */
export const text = <const Need extends CsvColumn['need']>(
  need: Need,
  longest: number,
  meaning: string,
  ...examples: readonly string[]
) => ({ need, meaning, longest, form: `text, ${longest} characters at most`, examples });
