import { highest } from '#domain/extremes.ts';
import { yieldThread } from '../lib/yield-thread.ts';
import { type Canvas, INK, type TextStyle } from '../paper/canvas.ts';
import { drawRule } from '../paper/marks.ts';
import { CONTENT_WIDTH } from '../paper/page-sizes.ts';
import type { FinalDocument, PrintedLine } from './document-parts.ts';
import { titleText } from './document-words.ts';
import { type Letterhead, NO_LETTERHEAD } from './draw-letter.ts';
import { drawPaperEnd, endHeight } from './paper-end.ts';
import { drawPaperHead } from './paper-head.ts';
import { countCells, type PaperColumn, paperColumns, paperRows, reasonRows, sumOf } from './paper-rows.ts';
import { paperWords } from './paper-words.ts';
import { exactMoney } from './shown-money.ts';

/**
 * Maximum number of rows that are tagged cell by cell. In longer tables, each row is tagged as one paragraph, because
 * the cells of 5,000 rows add 5 MB to the file.
 */
const MOST_TAGGED_ROWS = 1_000;
/** Returns the lowest position for rows on a page. */
const bottomOf = ({ page }: Canvas): number => page.height - 60;
const NEXT_TOP = 56;
/** Height of a one-line row, height of each additional line, and gap between columns. */
const ROW = { height: 15, step: 10, gap: 6 } as const;
/** Maximum number of lines of a name, which is enough to print a 200-character reason in full. */
const MOST_NAME_LINES = 8;
const TEXT = { size: 8 } as const;
const HEAD = { font: 'strong', size: 7.5, color: INK.quiet } as const;

type Root = PDFKit.PDFStructureElement;
/** A row after layout: names are broken into lines, and figures are formatted. */
type LaidRow = {
  readonly names: readonly (readonly string[])[];
  readonly figures: readonly string[];
  readonly micros: bigint;
};

/**
 * Draws a document with gross, invalid and net figures per line, a running total per page, and invalid events by
 * reason. Tags the content for screen readers. Yields to other work during layout and drawing.
 */
export async function drawPaper(
  canvas: Canvas,
  document: FinalDocument,
  {
    lines,
    letterhead = NO_LETTERHEAD,
  }: { readonly lines: readonly PrintedLine[]; readonly letterhead: Letterhead | undefined },
): Promise<void> {
  const { doc } = canvas;
  const words = paperWords(document.layout);
  const columns = paperColumns(document);
  const rows = await layOut(canvas, document, columns, lines);
  const root = doc.struct('Document');
  doc.addStructure(root);
  doc.addPage();
  const reasons = reasonRows(document.kind, lines);
  const payment = document.kind === 'invoice' && document.total_cents > 0 ? paragraphs(letterhead.payment) : [];
  const top = drawPaperHead(canvas, root, { document, letterhead });
  const { breaks, isEndApart } = paginate(
    rows,
    { top, bottom: bottomOf(canvas) },
    endHeight(document, reasons, payment),
  );
  const pages = breaks.size + 1 + (isEndApart ? 1 : 0);
  let page = 1;
  const turnPage = (): void => {
    drawFooter(canvas, { document, letterhead, page, pages });
    doc.addPage();
    page += 1;
  };
  const table = createTable(canvas, root, columns, rows.length <= MOST_TAGGED_ROWS);
  let y = table.head(top);
  let sum = 0n;
  for (const [at, row] of rows.entries()) {
    if (breaks.has(at)) {
      table.note(words.pageEnd, exactMoney(sum, document.currency), y);
      turnPage();
      y = table.head(NEXT_TOP);
      y = table.note(words.pageStart, exactMoney(sum, document.currency), y);
    }
    y = table.row(row, y);
    sum += row.micros;
    await yieldThread();
  }
  const total = sumOf(lines);
  y = table.total([words.sum, ''], [...countCells(total.counts), exactMoney(total.micros, document.currency)], y);
  table.end();
  if (isEndApart) {
    turnPage();
    y = NEXT_TOP;
  }
  drawPaperEnd(canvas, root, { document, reasons, payment, y });
  drawFooter(canvas, { document, letterhead, page, pages });
  root.end();
  doc.end();
}

const paragraphs = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
const heightOf = ({ names }: LaidRow): number =>
  ROW.height + (Math.max(1, highest(names.map(({ length }) => length))) - 1) * ROW.step;

async function layOut(
  canvas: Canvas,
  { currency, layout }: FinalDocument,
  columns: readonly PaperColumn[],
  lines: readonly PrintedLine[],
): Promise<LaidRow[]> {
  const rows: LaidRow[] = [];
  for (const { part, item, counts, micros } of paperRows(lines, layout)) {
    const names = [part, item].map((text, at) =>
      canvas.lines(text, { ...TEXT, width: (columns[at]?.width ?? 0) - ROW.gap }, MOST_NAME_LINES),
    );
    rows.push({ names, figures: [...countCells(counts), exactMoney(micros, currency)], micros });
    await yieldThread();
  }
  return rows;
}

/**
 * Returns the rows that start a new page, leaving room for the carried-over total. Also returns whether the end needs
 * its own page.
 */
function paginate(
  rows: readonly LaidRow[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
  end: number,
) {
  const breaks = new Set<number>();
  let y = top + ROW.height + 3;
  for (const [at, row] of rows.entries()) {
    const height = heightOf(row);
    if (y + height > bottom - ROW.height) {
      breaks.add(at);
      y = NEXT_TOP + 2 * ROW.height + 3;
    }
    y += height;
  }
  return { breaks, isEndApart: y + ROW.height + end > bottom };
}

/** Creates a table. Screen readers skip the carried-over totals and the repeated table heads on later pages. */
function createTable(canvas: Canvas, root: Root, columns: readonly PaperColumn[], byCell: boolean) {
  const { doc } = canvas;
  const table = byCell ? doc.struct('Table') : null;
  if (table !== null) root.add(table);
  let heads = 0;
  const lefts = columns.map(
    (_, at) => canvas.page.margin + columns.slice(0, at).reduce((all, { width }) => all + width, 0),
  );
  const cell = (at: number, text: string, y: number, style: TextStyle): void => {
    const { width = 0, isFigure = false } = columns[at] ?? {};
    if (text === '') return;
    if (isFigure)
      canvas.figure(text, (lefts[at] ?? 0) + ROW.gap, y, { ...style, align: 'right', width: width - ROW.gap });
    else canvas.text(text, lefts[at] ?? 0, y, { ...style, width: width - ROW.gap });
  };
  const add = (type: 'TH' | 'TD', cells: readonly (readonly string[])[], y: number, style: TextStyle): void => {
    const parts = cells.map((texts, at) => () => {
      for (const [line, text] of texts.entries()) cell(at, text, y + line * ROW.step, style);
    });
    if (table === null) {
      canvas.tagged(root, 'P', () => {
        for (const draw of parts) draw();
      });
      return;
    }
    const row = doc.struct('TR');
    table.add(row);
    for (const draw of parts) canvas.tagged(row, type, draw);
    row.end();
  };
  const last = columns.length - 1;
  return {
    head: (y: number): number => {
      const cells = columns.map(({ head }) => [head]);
      if (heads === 0) add('TH', cells, y, HEAD);
      else
        canvas.artifact(() => {
          for (const [at, [head = '']] of cells.entries()) cell(at, head, y, HEAD);
        });
      heads += 1;
      canvas.artifact(() => drawRule(canvas, y + 5, INK.line));
      return y + ROW.height + 3;
    },
    row: (row: LaidRow, y: number): number => {
      add('TD', [...row.names, ...row.figures.map((text) => [text])], y, TEXT);
      return y + heightOf(row);
    },
    note: (text: string, figure: string, y: number): number => {
      canvas.artifact(() => {
        canvas.text(text, canvas.page.margin, y, { ...TEXT, color: INK.quiet });
        cell(last, figure, y, { ...TEXT, color: INK.quiet });
      });
      return y + ROW.height;
    },
    total: (names: readonly string[], figures: readonly string[], y: number): number => {
      canvas.artifact(() => drawRule(canvas, y - 10.5, INK.line));
      add(
        'TD',
        [...names, ...figures].map((text) => [text]),
        y,
        { ...TEXT, font: 'strong' },
      );
      return y + ROW.height;
    },
    end: () => table?.end(),
  };
}

type Foot = {
  readonly document: FinalDocument;
  readonly letterhead: Letterhead;
  readonly page: number;
  readonly pages: number;
};

function drawFooter(canvas: Canvas, { document, letterhead, page, pages }: Foot): void {
  canvas.artifact(() => {
    drawRule(canvas, canvas.page.height - 44, INK.line);
    const style = { size: 7.5, color: INK.quiet } as const;
    const whose = `${letterhead.name} · ${titleText(document)} · ${document.customer_name}`;
    canvas.text(whose, canvas.page.margin, canvas.page.height - 30, { ...style, width: CONTENT_WIDTH - 80 });
    const place = `Page ${page} of ${pages}`;
    canvas.text(place, canvas.page.margin, canvas.page.height - 30, { ...style, align: 'right', width: CONTENT_WIDTH });
  });
}
