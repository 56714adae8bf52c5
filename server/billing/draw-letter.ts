import { DOCUMENT_TITLES } from '#domain/document-titles.ts';
import { yieldThread } from '../lib/yield-thread.ts';
import { type Canvas, INK, type TextStyle } from '../paper/canvas.ts';
import { drawMark, drawRule } from '../paper/marks.ts';
import { CONTENT_WIDTH, LETTER as PAGE } from '../paper/page-sizes.ts';
import { type Column, columnsOf, type FinalDocument, factsOf, rowsOf } from './document-parts.ts';
import { numberText } from './document-words.ts';
import type { LineRow } from './drafts-queries.ts';
import type { LetterheadRow } from './letterhead-queries.ts';
import { centsMoney } from './shown-money.ts';

export type Letterhead = Pick<LetterheadRow, 'name' | 'address' | 'tax_id' | 'contact' | 'payment' | 'logo'>;

/** The letterhead that is used until the operator enters one. */
export const NO_LETTERHEAD: Letterhead = {
  name: 'Voltboard',
  address: '',
  tax_id: '',
  contact: '',
  payment: '',
  logo: '',
};

/**
 * Maximum number of rows that are tagged cell by cell. In longer tables, each row is tagged as one paragraph, because
 * the cells of 5,000 rows add 5 MB to the file.
 */
const MOST_TAGGED_ROWS = 1_000;
const ROW = 14.5;
const BOTTOM = PAGE.height - 56;
const NEXT_TOP = 62;
const LOGO = { width: 180, height: 44 } as const;
const LINE = { size: 8.5, step: 12 } as const;

type Root = PDFKit.PDFStructureElement;

/**
 * Draws a business letter: sender, recipient, number and dates, a table of lines, the total, and payment instructions.
 * Tags headings, paragraphs, and a table with header cells for screen readers. Yields to other work while drawing.
 */
export async function drawLetter(
  canvas: Canvas,
  document: FinalDocument,
  {
    lines,
    letterhead = NO_LETTERHEAD,
  }: { readonly lines: readonly LineRow[]; readonly letterhead: Letterhead | undefined },
): Promise<void> {
  const { doc } = canvas;
  const root = doc.struct('Document');
  doc.addStructure(root);
  doc.addPage();
  let y = drawHead(canvas, root, { document, letterhead });
  let page = 1;
  const turnPage = (): void => {
    drawFooter(canvas, { document, letterhead, page });
    doc.addPage();
    page += 1;
    y = NEXT_TOP;
  };
  const columns = columnsOf(document.kind);
  const table = createTable(canvas, root, { columns, byCell: lines.length <= MOST_TAGGED_ROWS });
  y = table.head(y);
  for (const cells of rowsOf(document, lines)) {
    if (y > BOTTOM - ROW) {
      turnPage();
      y = table.head(y);
    }
    table.row(cells, y);
    y += ROW;
    await yieldThread();
  }
  table.end();
  const payment = document.kind === 'invoice' ? linesOf(letterhead.payment) : [];
  if (y > BOTTOM - 84 - payment.length * LINE.step) turnPage();
  drawEnd(canvas, root, { document, payment, y });
  drawFooter(canvas, { document, letterhead, page });
  root.end();
  doc.end();
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

type Page = { readonly document: FinalDocument; readonly letterhead: Letterhead };

/** Draws the sender on the left, the document's data on the right, and the recipient below. */
function drawHead(canvas: Canvas, root: Root, { document, letterhead }: Page): number {
  const { doc } = canvas;
  const { margin } = PAGE;
  const { name, address, contact, logo, tax_id: taxId } = letterhead;
  canvas.artifact(() => {
    if (logo === '') drawMark(canvas, margin, 38, 26);
    else doc.image(Buffer.from(logo, 'base64'), margin, 30, { fit: [LOGO.width, LOGO.height] });
  });
  canvas.tagged(root, 'H1', () => {
    const title = `${DOCUMENT_TITLES[document.kind]} ${numberText(document.kind, document.number)}`;
    canvas.text(title, margin + 220, 57, { align: 'right', width: CONTENT_WIDTH - 220, font: 'strong', size: 15 });
  });
  let left = 96;
  canvas.tagged(root, 'P', () => {
    canvas.text(name, margin, left, { font: 'strong', size: 10, width: 300 });
    const rest = [...linesOf(address), ...(taxId === '' ? [] : [`Tax id ${taxId}`]), ...linesOf(contact)];
    for (const line of rest) {
      left += LINE.step;
      canvas.text(line, margin, left, { size: LINE.size, color: INK.quiet, width: 300 });
    }
  });
  let right = 96;
  canvas.tagged(root, 'P', () => {
    for (const [label, value] of factsOf(document)) {
      canvas.text(label, margin + 324, right, { size: LINE.size, color: INK.quiet });
      canvas.text(value, margin + 400, right, { size: LINE.size, align: 'right', width: CONTENT_WIDTH - 400 });
      right += 14;
    }
  });
  let y = Math.max(left, right) + 18;
  canvas.artifact(() => drawRule(canvas, y, INK.line));
  y += 22;
  canvas.tagged(root, 'P', () => canvas.text('To', margin, y, { size: LINE.size, color: INK.quiet }));
  const recipient = { font: 'strong', size: 13, width: CONTENT_WIDTH } as const;
  canvas.tagged(root, 'H2', () => {
    for (const line of canvas.lines(document.customer_name, recipient, 2)) {
      y += 17;
      canvas.text(line, margin, y, recipient);
    }
  });
  const ownAddress = canvas.lines(document.customer_address, { size: LINE.size, width: 300 }, 3);
  const ownTaxId = document.customer_tax_id === '' ? '' : `Tax id ${document.customer_tax_id}`;
  const where = [...ownAddress, ownTaxId].filter((line) => line !== '');
  if (where.length > 0)
    canvas.tagged(root, 'P', () => {
      y += 2;
      for (const line of where) {
        y += LINE.step;
        canvas.text(line, margin, y, { size: LINE.size, width: 300 });
      }
    });
  return y + 18;
}

type Table = { head(y: number): number; row(cells: readonly string[], y: number): void; end(): void };

/** Creates a table. Screen readers skip the repeated table heads on later pages. */
function createTable(
  canvas: Canvas,
  root: Root,
  { columns, byCell }: { readonly columns: readonly Column[]; readonly byCell: boolean },
): Table {
  const { doc } = canvas;
  const table = byCell ? doc.struct('Table') : null;
  if (table !== null) root.add(table);
  let heads = 0;
  const drawings = (cells: readonly string[], y: number, style: TextStyle): (() => void)[] => {
    let x: number = PAGE.margin;
    return columns.map(({ align, width }, at) => {
      const [left, text] = [x, cells[at] ?? ''];
      x += width;
      return () => {
        if (text !== '') canvas.text(text, left, y, { ...style, align, width: width - 6 });
      };
    });
  };
  const add = (type: 'TH' | 'TD', parts: readonly (() => void)[]): void => {
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
  return {
    head: (y) => {
      const parts = drawings(
        columns.map(({ head }) => head),
        y,
        { font: 'strong', size: 8, color: INK.quiet },
      );
      if (heads === 0) add('TH', parts);
      else
        canvas.artifact(() => {
          for (const draw of parts) draw();
        });
      heads += 1;
      canvas.artifact(() => drawRule(canvas, y + 4, INK.line));
      return y + ROW + 2;
    },
    row: (cells, y) => add('TD', drawings(cells, y, { size: 8 })),
    end: () => table?.end(),
  };
}

type End = { readonly document: FinalDocument; readonly payment: readonly string[]; readonly y: number };

/** Draws the total, a note about rounding, and payment instructions for an invoice. */
function drawEnd(canvas: Canvas, root: Root, { document, payment, y }: End): void {
  const { margin } = PAGE;
  canvas.artifact(() => drawRule(canvas, y, INK.line));
  const isInvoice = document.kind === 'invoice';
  canvas.tagged(root, 'P', () => {
    const style = { font: 'strong', size: 11 } as const;
    canvas.text(isInvoice ? 'Total to be paid' : 'Total to be paid to you', margin, y + 20, style);
    const total = centsMoney(document.total_cents, document.currency);
    canvas.text(total, margin, y + 20, { ...style, align: 'right', width: CONTENT_WIDTH - 6 });
  });
  let at = y + 40;
  canvas.tagged(root, 'P', () => {
    const note =
      'Lines are exact to the millionth; the total is in whole cents, rounded half to even, and what that leaves over is carried to the next document.';
    for (const line of canvas.lines(note, { size: 7.5, width: CONTENT_WIDTH }, 3)) {
      canvas.text(line, margin, at, { size: 7.5, color: INK.quiet });
      at += 10.5;
    }
  });
  if (payment.length === 0) return;
  at += 12;
  canvas.tagged(root, 'H2', () => canvas.text('Payment', margin, at, { font: 'strong', size: 9.5 }));
  canvas.tagged(root, 'P', () => {
    for (const line of [...payment, `Reference: ${numberText(document.kind, document.number)}`]) {
      at += LINE.step;
      canvas.text(line, margin, at, { size: LINE.size, width: CONTENT_WIDTH });
    }
  });
}

function drawFooter(canvas: Canvas, { document, letterhead, page }: Page & { readonly page: number }): void {
  canvas.artifact(() => {
    drawRule(canvas, BOTTOM + 14, INK.line);
    const words = [
      letterhead.name,
      `${DOCUMENT_TITLES[document.kind]} ${numberText(document.kind, document.number)}`,
      `page ${page}`,
    ];
    canvas.text(words.join(' · '), PAGE.margin, PAGE.height - 30, {
      size: 7.5,
      color: INK.quiet,
      width: CONTENT_WIDTH,
    });
  });
}
