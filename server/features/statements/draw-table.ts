import { counted } from '#domain/counted.ts';
import { type Canvas, INK, type TextStyle } from '../../paper/canvas.ts';
import { drawMark, drawRule } from '../../paper/marks.ts';
import { CONTENT_WIDTH } from '../../paper/page-sizes.ts';
import { shownCents } from '../../paper/shown-numbers.ts';
import type { StatementData, StatementFigures } from './statement-data.ts';
import { periodInWords } from './statement-period.ts';
import { type Column, tableColumns } from './statement-wording.ts';
import { HEAD_HEIGHT, ROW_HEIGHT, type TableLine } from './table-lines.ts';

/**
 * Maximum number of outlets whose rows are tagged as table cells. With more outlets, each page's rows are one tagged
 * paragraph. The cells of 5,000 rows add 5 MB to the file and take 100 MB of memory during drawing (measured).
 */
const MOST_TAGGED_ROWS = 1_000;

/** Draws the header of each page after the first. */
export function drawNextHead(canvas: Canvas, data: StatementData): void {
  canvas.artifact(() => {
    drawMark(canvas, canvas.page.margin, 30, 14);
    canvas.text(data.customer, canvas.page.margin + 21, 40.5, { font: 'strong', size: 9, width: 200 });
    const style = { size: 8, color: INK.quiet, align: 'right', width: CONTENT_WIDTH - 230 } as const;
    canvas.text(periodInWords(data.period, data.issuedAtMs), canvas.page.margin + 230, 40.5, style);
    drawRule(canvas, 51, INK.line);
  });
}

export type TableDrawing = {
  /** Draws the column heads at `y`. Returns the top of the first row. */
  head(y: number): number;
  /** Draws one line with its top at `y`. The tint alternates with `index`. */
  line(line: TableLine, y: number, index: number): void;
  /** Call this after a page's lines are drawn. */
  endPage(): void;
  end(): void;
};

/** Draws the table piece by piece, so that the caller can yield between rows. */
export function createTable(
  canvas: Canvas,
  root: PDFKit.PDFStructureElement,
  data: StatementData,
  total: StatementFigures,
): TableDrawing {
  const columns = tableColumns(data);
  const styles = tableStyles(canvas, columns, total);
  const rows: TableRows = {
    headBox: (y) => canvas.doc.rect(canvas.page.margin, y, CONTENT_WIDTH, HEAD_HEIGHT - 3).fill(INK.theme),
    headCells: (y) => {
      const names = columns.map((column) => column.head);
      return cellDrawings(canvas, columns, names, y + 11.5, styles.head);
    },
    lineBox: (line, y, index) => {
      if (line.kind === 'total') drawRule(canvas, y + 0.5, INK.text);
      else if (index % 2 === 1) canvas.doc.rect(canvas.page.margin, y, CONTENT_WIDTH, ROW_HEIGHT).fill(INK.tint);
    },
    lineCells: (line, y) =>
      cellDrawings(canvas, columns, cellsOf(line, columns, data.currency), y + 10.2, styles[line.kind]),
  };
  return data.outlets.length <= MOST_TAGGED_ROWS ? taggedByCell(canvas, root, rows) : taggedByPage(canvas, root, rows);
}

type TableRows = {
  headBox(y: number): void;
  headCells(y: number): (() => void)[];
  lineBox(line: TableLine, y: number, index: number): void;
  lineCells(line: TableLine, y: number): (() => void)[];
};

/** Tags the table as rows of cells for screen readers, which skip the heads on later pages. */
function taggedByCell(canvas: Canvas, root: PDFKit.PDFStructureElement, rows: TableRows): TableDrawing {
  const { doc } = canvas;
  const table = doc.struct('Table');
  root.add(table);
  let heads = 0;
  const row = (type: 'TH' | 'TD', drawings: readonly (() => void)[]): void => {
    const element = doc.struct('TR');
    table.add(element);
    for (const draw of drawings) canvas.tagged(element, type, draw);
    element.end();
  };
  return {
    head: (y) => {
      canvas.artifact(() => rows.headBox(y));
      if (heads++ === 0) row('TH', rows.headCells(y));
      else canvas.artifact(() => drawAll(rows.headCells(y)));
      return y + HEAD_HEIGHT;
    },
    line: (line, y, index) => {
      canvas.artifact(() => rows.lineBox(line, y, index));
      row('TD', rows.lineCells(line, y));
    },
    endPage: () => {},
    end: () => table.end(),
  };
}

/** Tags each page's lines as one paragraph, read row by row. */
function taggedByPage({ doc }: Canvas, root: PDFKit.PDFStructureElement, rows: TableRows): TableDrawing {
  let content: PDFKit.PDFStructureContent | null = null;
  return {
    head: (y) => {
      content = doc.markStructureContent('P');
      rows.headBox(y);
      drawAll(rows.headCells(y));
      return y + HEAD_HEIGHT;
    },
    line: (line, y, index) => {
      rows.lineBox(line, y, index);
      drawAll(rows.lineCells(line, y));
    },
    endPage: () => {
      if (content === null) return;
      doc.endMarkedContent();
      const paragraph = doc.struct('P', {}, [content]);
      root.add(paragraph);
      paragraph.end();
      content = null;
    },
    end: () => {},
  };
}

type LineStyles = Readonly<Record<TableLine['kind'] | 'head', CellStyle[]>>;

function tableStyles(canvas: Canvas, columns: readonly Column[], total: StatementFigures): LineStyles {
  return {
    head: rowStyles(columns, () => ({ font: 'strong', size: 7.5, color: INK.paper })),
    outlet: rowStyles(columns, ({ font }) => (font === 'mono' ? { font, size: 7.2 } : { size: 8 })),
    further: rowStyles(columns, () => ({ size: 8, color: INK.quiet })),
    rounding: rowStyles(columns, () => ({ size: 8, color: INK.quiet })),
    total: rowStyles(columns, () => ({ font: 'strong', size: totalSize(canvas, columns, total) })),
  };
}

function drawAll(drawings: readonly (() => void)[]): void {
  for (const draw of drawings) draw();
}

/** Returns each column's style for one kind of row. */
function rowStyles(columns: readonly Column[], of: (column: Column) => TextStyle): CellStyle[] {
  return columns.map((column) => ({ ...of(column), align: column.align, width: column.width - 8 }));
}

/** Returns one font size for all figures in the total, so that the widest fits its column. */
function totalSize(canvas: Canvas, columns: readonly Column[], total: StatementFigures): number {
  const sizes = columns.map((column) => {
    const width = canvas.widthOf(column.total(total), { font: 'strong', size: 8 });
    return width === 0 ? 8 : (8 * (column.width - 8)) / width;
  });
  return Math.min(8, ...sizes);
}

type CellStyle = TextStyle & { readonly align: 'left' | 'right'; readonly width: number };

function cellDrawings(
  canvas: Canvas,
  columns: readonly Column[],
  cells: readonly string[],
  baseline: number,
  styles: readonly CellStyle[],
): (() => void)[] {
  let x: number = canvas.page.margin;
  return columns.map((column, index) => {
    const left = x + 4;
    x += column.width;
    return () => {
      const [content, style] = [cells[index], styles[index]];
      if (content === undefined || content === '' || style === undefined) return;
      if (style.align === 'right') canvas.figure(content, left, baseline, style);
      else canvas.text(content, left, baseline, style);
    };
  });
}

const MORE_OUTLETS = { one: 'more outlet', other: 'more outlets' };

function cellsOf(line: TableLine, columns: readonly Column[], currency: string): string[] {
  switch (line.kind) {
    case 'outlet':
      return columns.map((column) => column.cell(line.outlet));
    case 'further':
      return columns.map((column, index) =>
        index === 0 ? counted(line.count, MORE_OUTLETS) : column.total(line.figures),
      );
    case 'rounding':
      return columns.map((_, index) => {
        const cents = line.cents[index] ?? 0n;
        if (index === 0) return 'Rounding';
        return cents === 0n ? '' : shownCents(cents, currency);
      });
    case 'total':
      return columns.map((column) => column.total(line.total));
  }
}
