import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';
import { hasAddress } from '#domain/nobodys-address.ts';
import { withoutFormula } from '#domain/spreadsheet-text.ts';
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
