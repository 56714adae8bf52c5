import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';

/** A column of an exported file: its head, and the value of a row. A text that a spreadsheet would carry out is made harmless. */
export type ExportColumn<Row> = {
  readonly name: string;
  readonly value: (row: Row) => string | number | null;
};

/** What a spreadsheet takes for a formula, also in its full-width forms. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** Takes the mark off again that an export of ours put before what a spreadsheet would carry out (`'=1+1`). */
export const withFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;

/** Answers rows as a CSV file that spreadsheets open safely; the rows are read while they are sent. */
export function sendCsv<Row>(
  reply: FastifyReply,
  fileName: string,
  columns: readonly ExportColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): FastifyReply {
  const records = Readable.from(recordsOf(columns, rows));
  const file = stringify({
    bom: true,
    header: true,
    columns: columns.map(({ name }) => name),
    record_delimiter: 'windows',
    // `=1+1` becomes `'=1+1`; numbers stay as they are.
    escape_formulas: true,
  });
  // An error of either ends both; the answer then breaks off, which the browser reports.
  pipeline(records, file, () => undefined);
  return reply
    .header('Content-Type', 'text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${fileName}"`)
    .send(file);
}

async function* recordsOf<Row>(columns: readonly ExportColumn<Row>[], rows: AsyncIterable<Row> | Iterable<Row>) {
  for await (const row of rows) {
    yield columns.map(({ value }) => value(row));
  }
}
