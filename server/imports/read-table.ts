import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type ImportedKind, optionalColumns, requiredColumns, toldColumns } from '#contract/csv-columns.ts';
import { AppError } from '../http/app-error.ts';
import type { Finding } from './import-outcome.ts';

/** Maximum number of lines in a file. */
export const MOST_LINES = 200_000;
/** Number of lines checked together: few enough to block the thread for only some milliseconds. */
const BATCH_LINES = 100;
/**
 * Maximum length of a line, which is longer than any valid line. Without this limit, an unclosed quote would include
 * the rest of the file.
 */
const LONGEST_LINE = 256 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** A line of a file, by column name. Absent columns and empty cells are ''. */
export type TableRow = {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
  /** Whether cells are separated by semicolons, as in locales with a decimal comma. */
  readonly hasSemicolons: boolean;
};

export type Batch = {
  readonly rows: readonly TableRow[];
  /** Errors about lines with too many or too few cells. */
  readonly findings: readonly Finding[];
  /** The last line in the batch. */
  readonly line: number;
};

/**
 * Counts the lines in a file. Throws `AppError('invalid')` if the file is not UTF-8, and `AppError('too-large')` if it
 * has too many lines.
 */
export async function countLines(path: string): Promise<number> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 0;
  let hasQuotes = false;
  let last = '';
  await refuseSpreadsheet(path);
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      const text = decoder.decode(chunk as Buffer, { stream: true });
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
      hasQuotes ||= text.includes('"');
      last = text.at(-1) ?? last;
    }
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new AppError('invalid', 'The file is not encoded in UTF-8. Save it as "CSV UTF-8" and import it again.');
  }
  if (last !== '' && last !== '\n') lines += 1;
  // Quoted text may contain line breaks, so the lines of a file with quotes are only counted when they are read.
  if (!hasQuotes && lines > MOST_LINES + 1) throw tooManyLines();
  return lines;
}

const tooManyLines = () =>
  new AppError(
    'too-large',
    `The file has more than ${MOST_LINES.toLocaleString('en-US')} lines. Split it into smaller files.`,
  );

/**
 * Reads a CSV file in batches. The file must be UTF-8, with or without a byte order mark, and separated by comma,
 * semicolon or tab. A first line such as `sep=;` may declare the separator. Throws `AppError('invalid')` if required
 * columns for the file's kind are missing.
 */
export async function* readBatches(path: string, kind: ImportedKind): AsyncGenerator<Batch> {
  let names: readonly string[] | undefined;
  let rows: TableRow[] = [];
  let findings: Finding[] = [];
  let total = 0;
  const format = await formatOf(path);
  const hasSemicolons = format.delimiter === ';';
  for await (const { record, line } of readRecords(path, format)) {
    if (names === undefined) {
      names = record.map((name) => name.trim().toLowerCase());
      checkHead(names, kind);
      continue;
    }
    total += 1;
    if (total > MOST_LINES) throw tooManyLines();
    if (record.length === names.length) rows.push({ line, cells: cellsOf(names, record), hasSemicolons });
    else findings.push({ line, column: '', message: wrongLength(record.length, names.length) });
    if (rows.length + findings.length < BATCH_LINES) continue;
    yield { rows, findings, line };
    rows = [];
    findings = [];
  }
  if (names === undefined)
    throw new AppError(
      'invalid',
      `The file is empty. Its first line must name the columns: ${requiredColumns(kind).join(',')}`,
    );
  if (total === 0) throw new AppError('invalid', 'The file has a header but no lines below it.');
  const line = Math.max(rows.at(-1)?.line ?? 0, findings.at(-1)?.line ?? 0);
  if (line > 0) yield { rows, findings, line };
}

const cellsOf = (names: readonly string[], record: readonly string[]) =>
  Object.fromEntries(names.map((name, index) => [name, record[index] ?? '']));

const wrongLength = (cells: number, columns: number): string =>
  `has ${cells} cells, but the header has ${columns}; enter one cell per column, and put text with commas in "quotes"`;

type ParsedRecord = { readonly record: readonly string[]; readonly line: number };

async function* readRecords(path: string, { delimiter, fromLine }: Format): AsyncGenerator<ParsedRecord> {
  const parser = parse({
    delimiter,
    from_line: fromLine,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: LONGEST_LINE,
  });
  // A read error also ends the parser, which then throws that error in the loop below.
  pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (record.some((cell) => cell !== '')) yield { record, line: info.lines };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines, code } = error as CsvError & { lines?: number };
    const where = lines === undefined ? '' : `line ${lines}: `;
    const what = code === 'CSV_MAX_RECORD_SIZE' ? 'the line is too long; perhaps ' : '';
    throw new AppError(
      'invalid',
      `${where}${what}a quote is not closed, or is inside a cell; use "" for a quote in a quoted cell.`,
    );
  }
}

type Format = { readonly delimiter: string; readonly fromLine: number };

/**
 * Detects the separator. Excel reads a first line `sep=;` but never writes it; other programs write this line for
 * Excel.
 */
async function formatOf(path: string): Promise<Format> {
  const firstLine = /^\ufeff?([^\r\n]*)/.exec((await beginningOf(path)).toString('utf8'))?.[1] ?? '';
  const named = /^"?sep=([,;\t])"?$/i.exec(firstLine)?.[1];
  if (named !== undefined) return { delimiter: named, fromLine: 2 };
  const delimiter = [',', ';', '\t'].find((character) => firstLine.includes(character)) ?? ',';
  return { delimiter, fromLine: 1 };
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Magic bytes of spreadsheet files: a zip archive (.xlsx, .ods) or a compound file (.xls). */
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

async function refuseSpreadsheet(path: string): Promise<void> {
  const beginning = await beginningOf(path);
  const isZip = beginning.indexOf(ZIP) === 0;
  if (!isZip && beginning.indexOf(COMPOUND_FILE) !== 0) return;
  const kind = beginning.includes('application/vnd.oasis.opendocument') ? 'an OpenDocument' : 'an Excel';
  throw new AppError('invalid', `This is ${kind} file. Save it as CSV.`);
}

function checkHead(names: readonly string[], kind: ImportedKind): void {
  const [required, optional] = [requiredColumns(kind), optionalColumns(kind)];
  // Ignore columns that an export adds, so that an exported file can be edited and imported.
  const known = [...required, ...optional, ...toldColumns(kind)];
  const missing = required.filter((name) => !names.includes(name));
  const unknown = names.filter((name) => !known.includes(name)).map((name) => name.slice(0, 60));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const complaints = [
    ...(missing.length > 0 ? [`is missing ${missing.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`has unknown columns ${firstFew(unknown.map((name) => `'${name}'`))}`] : []),
    ...(twice.length > 0 ? [`names ${firstFew(twice)} twice`] : []),
  ];
  if (complaints.length === 0) return;
  throw new AppError(
    'invalid',
    `line 1: the header ${complaints.join(' and ')}; required columns are ${required.join(', ')}; optional columns are ${optional.join(', ')}.`,
  );
}

const firstFew = (names: readonly string[]): string => names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '');
