import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';
import { hasAddress } from '#domain/nobodys-address.ts';
import { withinJob } from '#event-store/retry-steps.ts';
import { isVisit } from '../http/visitor-privacy.ts';

/**
 * A column of an exported file: its header, and its value for a row. Text that a spreadsheet would run as a formula
 * gets an apostrophe. Decimal numbers do not get an apostrophe, and neither do phone numbers in a column with `holds:
 * 'phone'`.
 */
export type ExportColumn<Row> = {
  readonly name: string;
  readonly value: (row: Row) => string | number | null;
  readonly holds?: 'phone';
};

const DECIMAL = /^-?\d+(\.\d+)?$/;
const PHONE = /^\+?[\d ()./-]+$/;

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

/** Sends rows as a CSV file that is safe to open in spreadsheets. Rows are read while the file is being sent. */
export function sendCsv<Row>(
  reply: FastifyReply,
  fileName: string,
  columns: readonly ExportColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): FastifyReply {
  return reply
    .header('Content-Type', 'text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${fileName}"`)
    .send(csvStream(columns, isVisit(reply.request) ? withoutPrivate(columns, rows) : rows));
}

/** Streams the file's bytes. */
export function csvStream<Row>(
  columns: readonly ExportColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): Readable {
  const records = Readable.from(recordsOf(columns, withinJob(rows)));
  const file = stringify({
    bom: true,
    header: true,
    columns: columns.map(({ name }) => name),
    record_delimiter: 'windows',
  });
  // An error in either stream ends both. The response is then truncated, which the browser reports.
  pipeline(records, file, () => undefined);
  return file;
}

/** Yields only rows without a person's address. */
async function* withoutPrivate<Row>(
  columns: readonly ExportColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<Row> {
  for await (const row of rows) if (!columns.some(({ value }) => hasAddress(String(value(row) ?? '')))) yield row;
}

async function* recordsOf<Row>(columns: readonly ExportColumn<Row>[], rows: AsyncIterable<Row> | Iterable<Row>) {
  for await (const row of rows) {
    yield columns.map((column) => cellOf(column, row));
  }
}

function cellOf<Row>({ holds, value }: ExportColumn<Row>, row: Row): string | number | null {
  const cell = value(row);
  if (typeof cell !== 'string' || DECIMAL.test(cell) || (holds === 'phone' && PHONE.test(cell))) return cell;
  return withoutFormula(cell);
}
