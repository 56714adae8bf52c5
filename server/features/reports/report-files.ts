import { buffer } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import type { Report, ReportFormat, ReportRow } from '#contract/reports.ts';
import { USUAL_CURRENCY } from '#domain/currency.ts';
import { hasAddress } from '#domain/nobodys-address.ts';
import type { MetricUnit } from '#domain/report-metrics.ts';
import { periodWords } from '#domain/report-period.ts';
import type { Perspective } from '#domain/role.ts';
import { csvStream, type ExportColumn, sendCsv } from '../../exports/send-csv.ts';
import { AppError } from '../../http/app-error.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { printableName } from '../../paper/printable-name.ts';
import { type FileHeading, fileRows, type ReportColumn, reportColumns, totalRow } from './report-columns.ts';
import { reportPdf } from './report-pdf.ts';

/** Maximum number of rows. The entire file is created in memory, and its compression blocks all other work. */
const MOST_ROWS = 20_000;

/** Returns an amount's number format: with `$` for the usual currency, otherwise with the currency code. */
const amountFormat = (currency: string): string =>
  `${currency === USUAL_CURRENCY ? '[$$-409]' : `"${currency} "`}#,##0.00####`;

const FORMATS: Readonly<Record<Exclude<MetricUnit, 'money'>, string>> = {
  count: '#,##0',
  kwh: '#,##0.000',
  rate: '0.0%',
  uptime: '0.00%',
  decimal: '#,##0.00',
};
const WIDTHS = { text: 30, time: 18, figure: 16 } as const;
const FONT = { fontFamily: 'Calibri', fontSize: 11 } as const;

/** Formats for time dimensions. A week is shown as its Monday, and a month as its first day. */
const TIME_FORMATS: Readonly<Partial<Record<string, string>>> = {
  hour: 'yyyy-mm-dd hh:mm',
  day: 'yyyy-mm-dd',
  week: 'yyyy-mm-dd',
  month: 'yyyy-mm',
};
/**
 * Matches `2026-11-01T05:00-04:00`, `2026-11-01`, `2026-11`: the local time in the report's time zone, which a date
 * cell shows unchanged.
 */
const TIME_ID = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:T(\d{2}):(\d{2}))?/;

/**
 * Creates the XLSX file. Numbers stay numbers, and texts stay texts even if they begin like formulas. A second sheet
 * describes the report.
 */
async function reportXlsx(
  report: Report,
  reportColumns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  heading: FileHeading,
): Promise<Buffer> {
  if (rows.length > MOST_ROWS) {
    const most = MOST_ROWS.toLocaleString('en-US');
    throw new AppError('invalid', `An XLSX file can have at most ${most} rows. Filter the report, or use CSV.`);
  }
  const columns = reportColumns.flatMap(withOffset);
  const { default: writeXlsx } = await import('write-excel-file/node');
  const head = columns.map((column) => ({
    value: column.head,
    type: String,
    fontWeight: 'bold' as const,
    ...(column.kind === 'text' && formatOf(column) === undefined ? {} : { align: 'right' as const }),
  }));
  const lines = rows.map((row) => columns.map((column) => cellOf(column, row, heading.currency)));
  const isWhole = report.dimensions.length === 0;
  const total = columns.map((column, index) => {
    if (column.kind !== 'text')
      return { ...cellOf(column, totalRow(report), heading.currency), fontWeight: 'bold' as const };
    return index === 0 ? { value: 'Total', type: String, fontWeight: 'bold' as const } : null;
  });
  const text = (value: string) => ({ value: printableName(value), type: String });
  const about = [
    [text('Report'), text(heading.name)],
    [text('For'), text(heading.of)],
    [text('Period'), text(periodWords(report.period))],
    ...(report.compared_period === undefined
      ? []
      : [[text('Compared with'), text(periodWords(report.compared_period))]]),
    [text('Time zone'), text(report.period.time_zone)],
    ...report.notes.map((note) => [text('Note'), text(note)]),
  ];
  return writeXlsx(
    [
      {
        sheet: 'Report',
        data: isWhole ? [head, ...lines] : [head, ...lines, total],
        columns: columns.map((column) => ({ width: widthOf(column) })),
        stickyRowsCount: 1,
      },
      { sheet: 'About', data: about, columns: [{ width: 18 }, { width: 80 }] },
    ],
    FONT,
  ).toBuffer();
}

/**
 * Adds the UTC offset to an hour column, because a date cell has no time zone. The offset distinguishes the two hours
 * that a clock shows twice.
 */
function withOffset(column: ReportColumn): readonly ReportColumn[] {
  if (column.kind !== 'text' || column.name !== 'hour') return [column];
  const offset = { name: 'utc_offset', head: 'UTC offset', text: (row: ReportRow) => column.id(row).slice(16) };
  return [column, { ...column, ...offset, id: offset.text }];
}

const formatOf = (column: ReportColumn): string | undefined =>
  column.kind === 'text' ? TIME_FORMATS[column.name] : undefined;

function widthOf(column: ReportColumn): number {
  if (column.kind !== 'text') return WIDTHS.figure;
  return formatOf(column) === undefined ? WIDTHS.text : WIDTHS.time;
}

/** Returns a row's time as a date cell; undefined for text. */
function timeCell(column: ReportColumn & { readonly kind: 'text' }, row: ReportRow) {
  const format = formatOf(column);
  const [, year, month, day = '01', hour = '00', minute = '00'] = TIME_ID.exec(column.id(row)) ?? [];
  if (format === undefined || year === undefined) return undefined;
  const value = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return { value, type: Date, format };
}

function cellOf(column: ReportColumn, row: ReportRow, currency: string) {
  if (column.kind === 'text') return timeCell(column, row) ?? { value: printableName(column.text(row)), type: String };
  const value = column.value(row);
  // An empty cell, because an unknown figure is not zero.
  if (value === null) return {};
  return { value, type: Number, format: column.kind === 'money' ? amountFormat(currency) : FORMATS[column.kind] };
}

/** Returns the CSV columns. The file is for programs, so names and ids match the API. */
const csvColumns = (columns: readonly ReportColumn[]): ExportColumn<ReportRow>[] =>
  columns.flatMap((column): ExportColumn<ReportRow>[] => {
    if (column.kind !== 'text') return [{ name: column.name, value: column.value }];
    const { hasId, id, index, name } = column;
    const label = { name, value: hasId ? ({ of }: ReportRow) => of[index]?.label ?? '' : id };
    return hasId ? [label, { name: `${name}_id`, value: id }] : [label];
  });

export type FileFormat = Exclude<ReportFormat, 'json'>;
const TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

export type ReportFile = { readonly name: string; readonly type: string; readonly bytes: Buffer };

/** Creates a file with all of the report's rows, for a mail. */
export async function reportFile(
  format: FileFormat,
  report: Report,
  side: Perspective,
  heading: FileHeading,
): Promise<ReportFile> {
  const columns = reportColumns(report, side);
  const rows = fileRows(report);
  const bytes =
    format === 'csv'
      ? await buffer(csvStream(csvColumns(columns), rows))
      : await drawn(format, report, columns, rows, heading);
  return { name: fileName(format, heading.name), type: TYPES[format], bytes };
}

/**
 * Only one file is created at any moment, because each file is entirely in memory. Statements and documents have the
 * same limit (docs/threat-model.md#e6).
 */
const semaphore = createSemaphore({ atOnce: 1, waiting: 8 });
const RETRY_SECONDS = 3;
const tooMany = () =>
  new AppError('unavailable', 'Many files are being created. Try again in a moment.', RETRY_SECONDS);

const drawn = (
  format: 'xlsx' | 'pdf',
  report: Report,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  heading: FileHeading,
): Promise<Buffer> =>
  semaphore.run(() => (format === 'xlsx' ? reportXlsx : reportPdf)(report, columns, rows, heading), tooMany);

/**
 * Sends a report as a file. For demo visitors, leaves out rows with other people's email addresses. For CSV, `sendCsv`
 * does this.
 */
export async function sendReportFile(
  reply: FastifyReply,
  format: FileFormat,
  report: Report,
  side: Perspective,
  heading: FileHeading,
): Promise<FastifyReply> {
  const columns = reportColumns(report, side);
  const name = fileName(format, heading.name);
  if (format === 'csv') return sendCsv(reply, name, csvColumns(columns), fileRows(report));
  const isShown = ({ of }: ReportRow) => !isVisit(reply.request) || !of.some(({ label }) => hasAddress(label));
  const bytes = await drawn(format, report, columns, fileRows(report).filter(isShown), heading);
  return reply
    .header('Content-Type', TYPES[format])
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .send(bytes);
}

/** Builds a file name with only characters that every file system and mail program accepts. */
function fileName(format: FileFormat, name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `voltboard-${plain === '' ? 'report' : plain}.${format}`;
}
