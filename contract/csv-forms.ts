/**
 * The CSV formats of the product, column by column. Importers, exports, the help of the command line and the screens,
 * the documentation and the examples all use this table. The types make every importer and exporter handle each listed
 * column.
 */
export type CsvColumn = {
  /** An export also includes 'optional' columns. 'import' and 'export' columns exist in only one direction. */
  readonly need: 'required' | 'optional' | 'import' | 'export';
  readonly meaning: string;
  /** The format of a cell. */
  readonly form: string;
  /** Maximum characters of a text. */
  readonly longest?: number;
  /** The content type, if a spreadsheet could misinterpret the cells. */
  readonly holds?: 'phone';
  /** Allowed values of an enumerated column. */
  readonly values?: readonly string[];
  /** One value per line of the example file. */
  readonly examples: readonly string[];
};

export type CsvFile = {
  /** What a line represents, how it is identified, and what an import does with it. */
  readonly about: string;
  readonly columns: Readonly<Record<string, CsvColumn>>;
};

/** Cell formats that several files share. */
export const DAY = 'a day such as 2026-12-01, or an instant such as 2026-12-01T08:00:00-05:00';
export const DOLLARS = 'an amount as digits with a point, six decimals at most';

/** A text column. Its format states the maximum length. */
export const text = <const Need extends CsvColumn['need']>(
  need: Need,
  longest: number,
  meaning: string,
  ...examples: readonly string[]
) => ({ need, meaning, longest, form: `text, ${longest} characters at most`, examples });
