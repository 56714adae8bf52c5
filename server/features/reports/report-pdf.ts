import { buffer } from 'node:stream/consumers';
import type { Report, ReportRow } from '#contract/reports.ts';
import { instantWords } from '#domain/instant-words.ts';
import { periodWords } from '#domain/report-period.ts';
import { AppError } from '../../http/app-error.ts';
import { yieldThread } from '../../lib/yield-thread.ts';
import { type Canvas, createCanvas, INK, type TextStyle } from '../../paper/canvas.ts';
import { drawMark } from '../../paper/marks.ts';
import { PAGES } from '../../paper/page-sizes.ts';
import { type FileHeading, type ReportColumn, totalRow } from './report-columns.ts';
import { shownFigure } from './shown-figure.ts';

/** Maximum number of rows, which take about 160 pages. */
const MOST_ROWS = 5_000;
const ROW = 15;
const NEXT_TOP = 62;

type Sheet = {
  readonly width: number;
  readonly height: number;
  readonly columns: readonly Column[];
  readonly currency: string;
};
type Column = { readonly of: ReportColumn; readonly x: number; readonly width: number };

/** Draws the report as a table: portrait, or landscape if it has many columns. */
export async function reportPdf(
  report: Report,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
  heading: FileHeading,
): Promise<Buffer> {
  if (rows.length > MOST_ROWS) {
    const most = MOST_ROWS.toLocaleString('en-US');
    throw new AppError('invalid', `A PDF can have at most ${most} rows. Filter the report, or use XLSX or CSV.`);
  }
  const canvas = await createCanvas({
    title: `${heading.name}: ${heading.of}`,
    subject: periodWords(report.period),
    issuedAtMs: heading.madeAtMs,
    page: PAGES[heading.paper],
    texts: [report.notes, heading, columns.map(({ head }) => head), namesIn(columns, rows)],
  });
  const [bytes] = await Promise.all([
    buffer(canvas.doc as unknown as NodeJS.ReadableStream),
    draw(canvas, sheetOf(canvas, columns, heading.currency), report, rows, heading).catch((error: unknown) => {
      (canvas.doc as unknown as { destroy(reason: unknown): void }).destroy(error);
      throw error;
    }),
  ]);
  return bytes;
}

const namesIn = (columns: readonly ReportColumn[], rows: readonly ReportRow[]): readonly string[] =>
  columns.flatMap((column) => (column.kind === 'text' ? rows.map((row) => column.text(row)) : []));

/** Lays out the columns. Names get twice the width of figures. */
function sheetOf({ page }: Canvas, columns: readonly ReportColumn[], currency: string): Sheet {
  const isAcross = columns.length > 7;
  const width = (isAcross ? page.height : page.width) - 2 * page.margin;
  const height = isAcross ? page.width : page.height;
  const weightOf = ({ kind }: ReportColumn) => (kind === 'text' ? 2 : 1);
  const weights = columns.reduce((sum, column) => sum + weightOf(column), 0);
  let x = page.margin;
  const placed = columns.map((of) => {
    const own = (width * weightOf(of)) / weights;
    const column = { of, x, width: own };
    x += own;
    return column;
  });
  return { width, height, columns: placed, currency };
}

async function draw(
  canvas: Canvas,
  sheet: Sheet,
  report: Report,
  rows: readonly ReportRow[],
  heading: FileHeading,
): Promise<void> {
  const { doc } = canvas;
  const root = doc.struct('Document');
  doc.addStructure(root);
  const bottom = sheet.height - 48;
  const addPage = () => doc.addPage({ size: [sheet.width + 2 * canvas.page.margin, sheet.height], margin: 0 });
  addPage();
  let page = 1;
  let y = drawTop(canvas, root, sheet, report, heading);
  const table = doc.struct('Table');
  root.add(table);
  const next = () => {
    drawFoot(canvas, sheet, { page, network: heading.network });
    addPage();
    page += 1;
    canvas.artifact(() => drawHead(canvas, sheet, NEXT_TOP - ROW));
    y = NEXT_TOP;
  };
  addRow(canvas, table, 'TH', headCells(canvas, sheet, y));
  y += ROW;
  for (const row of rows) {
    if (y > bottom) next();
    addRow(canvas, table, 'TD', rowCells(canvas, sheet, row, y, { size: 8 }));
    y += ROW;
    await yieldThread();
  }
  if (report.dimensions.length > 0) {
    if (y > bottom) next();
    const line = y - 10.5;
    canvas.artifact(() => rule(canvas, sheet, line));
    addRow(canvas, table, 'TD', rowCells(canvas, sheet, totalRow(report), y, { size: 8, font: 'strong' }, 'Total'));
    y += ROW;
  }
  table.end();
  for (const note of report.notes) {
    if (y > bottom) next();
    const at = y;
    canvas.tagged(root, 'P', () =>
      canvas.text(note, canvas.page.margin, at, { size: 7.5, color: INK.quiet, width: sheet.width }),
    );
    y += 11;
  }
  drawFoot(canvas, sheet, { page, network: heading.network });
  root.end();
  doc.end();
}

/**
 * Draws what the report is, whose figures it has, and when it was created. Returns the y coordinate at which the table
 * begins.
 */
function drawTop(
  canvas: Canvas,
  root: PDFKit.PDFStructureElement,
  { width }: Sheet,
  report: Report,
  heading: FileHeading,
): number {
  const left = canvas.page.margin;
  canvas.artifact(() => drawMark(canvas, left, 34, 22));
  canvas.tagged(root, 'H1', () =>
    canvas.text(heading.name, left + 32, 51, { font: 'strong', size: 15, width: width - 32 }),
  );
  const { compared_period: before, period } = report;
  const days = `${periodWords(period)}, time zone ${period.time_zone}`;
  const facts = [
    heading.of,
    before === undefined ? days : `${days}; compared with ${periodWords(before)}`,
    `Created ${instantWords(heading.madeAtMs, period.time_zone)}`,
  ];
  let y = 76;
  for (const fact of facts) {
    const at = y;
    canvas.tagged(root, 'P', () => canvas.text(fact, left, at, { size: 9, color: INK.quiet, width }));
    y += 13;
  }
  return y + 14;
}

const headCells = (canvas: Canvas, { columns }: Sheet, y: number) =>
  columns.map(
    (column) => () => write(canvas, column, column.of.head, y, { size: 7.5, font: 'strong', color: INK.quiet }),
  );

function drawHead(canvas: Canvas, sheet: Sheet, y: number): void {
  for (const cell of headCells(canvas, sheet, y)) cell();
}

function rowCells(
  canvas: Canvas,
  { columns, currency }: Sheet,
  row: ReportRow,
  y: number,
  style: TextStyle,
  name?: string,
): (() => void)[] {
  return columns.map((column, index) => () => {
    const { of } = column;
    if (of.kind === 'text') {
      const text = name === undefined ? of.text(row) : index === 0 ? name : '';
      if (text !== '') write(canvas, column, text, y, style);
      return;
    }
    const value = of.value(row);
    write(canvas, column, shownFigure(of.kind, value, currency), y, style);
  });
}

/** Writes a cell. Names are truncated; figures are set smaller instead. */
function write(canvas: Canvas, { of, width, x }: Column, text: string, y: number, style: TextStyle): void {
  if (of.kind === 'text') canvas.text(text, x, y, { ...style, width: width - 8 });
  else canvas.figure(text, x, y, { ...style, width: width - 4, align: 'right' });
}

function addRow(
  canvas: Canvas,
  table: PDFKit.PDFStructureElement,
  type: 'TH' | 'TD',
  cells: readonly (() => void)[],
): void {
  const row = canvas.doc.struct('TR');
  table.add(row);
  for (const cell of cells) canvas.tagged(row, type, cell);
  row.end();
}

const rule = ({ doc, page }: Canvas, { width }: Sheet, y: number): void => {
  doc
    .moveTo(page.margin, y)
    .lineTo(page.margin + width, y)
    .lineWidth(0.75)
    .stroke(INK.line);
};

type Foot = { readonly page: number; readonly network: string };

function drawFoot(canvas: Canvas, { height, width }: Sheet, { page, network }: Foot): void {
  canvas.artifact(() => {
    const style = { size: 7.5, color: INK.quiet, width } as const;
    canvas.text(network, canvas.page.margin, height - 24, style);
    canvas.text(`Page ${page}`, canvas.page.margin, height - 24, { ...style, align: 'right' });
  });
}
