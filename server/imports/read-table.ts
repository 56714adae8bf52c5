import { CsvError, parse } from 'csv-parse/sync';
import type { ImportFinding } from '#contract/imports.ts';
import { AppError } from '../http/app-error.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/** One line of a file by column name; absent columns and empty cells are ''. */
export type TableRow = { readonly line: number; readonly cells: Readonly<Record<string, string>> };

export type Columns = { readonly required: readonly string[]; readonly optional: readonly string[] };

/** A thing wrong in a file: where, and what to write instead. `column` '' means the line as a whole. */
export type Finding = Readonly<ImportFinding>;

export type Table = { readonly rows: readonly TableRow[]; readonly findings: readonly Finding[] };

/**
 * Reads a CSV file: UTF-8 with or without byte order mark, comma, semicolon or tab. Lines with too many or too few
 * cells become findings; a file that is no table at all throws `AppError('invalid')`.
 */
export function readTable(content: Buffer, columns: Columns): Table {
  if (content.length > MOST_BYTES) throw new AppError('invalid', 'The file is larger than 64 MiB; split it.');
  const records = parseRecords(decode(content));
  const [head, ...body] = records;
  if (head === undefined)
    throw new AppError('invalid', `The file is empty; its first line names columns: ${columns.required.join(',')}`);
  const names = head.record.map((name) => name.trim().toLowerCase());
  checkHead(names, columns);
  const rows: TableRow[] = [];
  const findings: Finding[] = [];
  for (const { record, line } of body) {
    if (record.length !== names.length) {
      const message = `has ${record.length} cells, the head has ${names.length}; write one cell for each column, text with commas in "quotes"`;
      findings.push({ line, column: '', message });
      continue;
    }
    rows.push({ line, cells: Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])) });
  }
  if (rows.length === 0 && findings.length === 0)
    throw new AppError('invalid', 'The file has a head but no lines below it.');
  return { rows, findings };
}

function decode(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new AppError('invalid', 'The file is not UTF-8; save it as "CSV UTF-8" and import it again.');
  }
}

type ParsedRecord = { readonly record: readonly string[]; readonly line: number };

function parseRecords(text: string): ParsedRecord[] {
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const delimiter = [',', ';', '\t'].find((character) => firstLine.includes(character)) ?? ',';
  try {
    const options = { delimiter, info: true, relax_column_count: true, skip_empty_lines: true, trim: true } as const;
    const parsed = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[];
    return parsed
      .map(({ record, info }) => ({ record, line: info.lines }))
      .filter(({ record }) => record.some((cell) => cell !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as CsvError & { lines?: number };
    const where = lines === undefined ? '' : `line ${lines}: `;
    throw new AppError(
      'invalid',
      `${where}a quote is opened and not closed, or stands inside a cell; write "" for a quote in a quoted cell.`,
    );
  }
}

function checkHead(names: readonly string[], { required, optional }: Columns): void {
  const known = [...required, ...optional];
  const missing = required.filter((name) => !names.includes(name));
  const unknown = names.filter((name) => !known.includes(name));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const complaints = [
    ...(missing.length > 0 ? [`lacks ${missing.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`has unknown columns ${unknown.map((name) => `'${name}'`).join(', ')}`] : []),
    ...(twice.length > 0 ? [`names ${twice.join(', ')} twice`] : []),
  ];
  if (complaints.length === 0) return;
  throw new AppError(
    'invalid',
    `line 1: the head ${complaints.join(' and ')}; columns are ${required.join(', ')} and, if wanted, ${optional.join(', ')}.`,
  );
}
