import { buffer } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import type { Report, ReportFormat, ReportRow } from '#contract/reports.ts';
import { hasAddress } from '#domain/nobodys-address.ts';
import type { Perspective } from '#domain/role.ts';
import { csvStream, sendCsv } from '../../exports/send-csv.ts';
import { AppError } from '../../http/app-error.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { type FileHeading, fileRows, type ReportColumn, reportColumns } from './report-columns.ts';
import { csvColumns } from './report-csv.ts';
import { reportPdf } from './report-pdf.ts';
import { reportXlsx } from './report-xlsx.ts';

export type FileFormat = Exclude<ReportFormat, 'json'>;
const TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

export type ReportFile = { readonly name: string; readonly type: string; readonly bytes: Buffer };

/** The report with all its rows as a file, for a mail. */
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
 * Makes one file at once, because a file is in memory as a whole. Statements and documents have the same limit
 * (docs/threat-model.md#e6).
 */
const semaphore = createSemaphore({ atOnce: 1, waiting: 8 });
const RETRY_SECONDS = 3;
const tooMany = () => new AppError('unavailable', 'Many files are being made. Try again in a moment.', RETRY_SECONDS);

const drawn = (
  format: 'xlsx' | 'pdf',
  report: Report,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  heading: FileHeading,
): Promise<Buffer> =>
  semaphore.run(() => (format === 'xlsx' ? reportXlsx : reportPdf)(report, columns, rows, heading), tooMany);

/** Sends a report as a file. A visitor of a demo gets only rows without other people's addresses. */
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

/** Keeps only characters that every file system and mail program accepts. */
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
