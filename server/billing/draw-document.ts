import { createHash } from 'node:crypto';
import { DOCUMENT_TITLES } from '#domain/document-titles.ts';
import { yieldThread } from '../lib/yield-thread.ts';
import { type Canvas, createCanvas, INK, type TextStyle } from '../paper/canvas.ts';
import { drawMark, drawRule } from '../paper/marks.ts';
import { CONTENT_WIDTH, LETTER as PAGE, PAGES } from '../paper/page-sizes.ts';
import { type Column, columnsOf, type FinalDocument, factsOf, type PrintedLine, rowsOf } from './document-parts.ts';
import { monthInWords, numberText, titleText } from './document-words.ts';
import type { LineRow } from './drafts-queries.ts';
import { drawLetter, type Letterhead } from './draw-letter.ts';
import { drawPaper } from './draw-paper.ts';
import { centsMoney } from './shown-money.ts';

/**
 * The current layout of documents. Any change to the bytes requires a new layout, because final documents keep theirs.
 */
export const LAYOUT = 6;
/** The first layout has no letterhead; this file draws it. */
const FIRST_LAYOUT = 1;
const SECOND_LAYOUT = 2;
/**
 * The layout that uses the paper size for the customer's country, prints text in every script, and has credit notes and
 * no cut-off times.
 */
const FIFTH_LAYOUT = 5;

export type Pdf = { readonly bytes: Buffer; readonly sha256: string };

/** Draws the PDF of a final document. The bytes are always the same. Yields to other work while drawing. */
export async function drawDocument(
  document: FinalDocument,
  lines: readonly PrintedLine[],
  letterhead: Letterhead | undefined,
): Promise<Pdf> {
  const canvas = await createCanvas({
    title: `${titleText(document)}: ${document.customer_name}`,
    subject: monthInWords(document.month),
    issuedAtMs: document.final_at,
    isPlain: true,
    ...(document.layout < FIFTH_LAYOUT
      ? { texts: 'earlier' }
      : { page: PAGES[document.paper], texts: [document, lines, letterhead] }),
    ...(document.layout === FIRST_LAYOUT || letterhead === undefined ? {} : { author: letterhead.name }),
  });
  const [bytes] = await Promise.all([
    gather(canvas.doc as unknown as AsyncIterable<Buffer>),
    document.layout === FIRST_LAYOUT
      ? draw(canvas, document, lines)
      : (document.layout === SECOND_LAYOUT ? drawLetter : drawPaper)(canvas, document, { lines, letterhead }),
  ]);
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function gather(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const gathered: Buffer[] = [];
  for await (const piece of pieces) gathered.push(piece);
  return Buffer.concat(gathered);
}

const ROW = 14.5;
const BOTTOM = PAGE.height - 56;

async function draw(canvas: Canvas, document: FinalDocument, lines: readonly LineRow[]): Promise<void> {
  const { doc } = canvas;
  const root = doc.struct('Document');
  doc.addStructure(root);
  doc.addPage();
  let y = drawHead(canvas, root, document);
  let page = 1;
  const columns = columnsOf(document.kind);
  drawCells(
    canvas,
    root,
    columns,
    columns.map(({ head }) => head),
    y,
    { font: 'strong', size: 8, color: INK.quiet },
  );
  y += ROW;
  for (const cells of rowsOf(document, lines)) {
    if (y > BOTTOM - ROW) {
      drawFooter(canvas, document, page);
      doc.addPage();
      page += 1;
      y = 62;
    }
    drawCells(canvas, root, columns, cells, y, { size: 8 });
    y += ROW;
    await yieldThread();
  }
  if (y > BOTTOM - 5 * ROW) {
    drawFooter(canvas, document, page);
    doc.addPage();
    page += 1;
    y = 62;
  }
  drawTotal(canvas, root, document, y);
  drawFooter(canvas, document, page);
  root.end();
  doc.end();
}

function drawHead(canvas: Canvas, root: PDFKit.PDFStructureElement, document: FinalDocument): number {
  const { margin } = PAGE;
  canvas.artifact(() => {
    drawMark(canvas, margin, 38, 26);
    canvas.text('Voltboard', margin + 34, 57, { font: 'strong', size: 17 });
    drawRule(canvas, 80, INK.line);
  });
  const title = `${DOCUMENT_TITLES[document.kind]} ${numberText(document.kind, document.number)}`;
  canvas.tagged(root, 'H1', () => {
    const style = { align: 'right', width: CONTENT_WIDTH - 140, font: 'strong', size: 15 } as const;
    canvas.text(title, margin + 140, 57, style);
  });
  let y = 108;
  const name = { font: 'strong', size: 15, width: 300 } as const;
  canvas.tagged(root, 'H2', () => {
    for (const line of canvas.lines(document.customer_name, name, 3)) {
      canvas.text(line, margin, y, name);
      y += 19;
    }
  });
  let right = 104;
  canvas.tagged(root, 'P', () => {
    for (const [label, value] of factsOf(document)) {
      canvas.text(label, margin + 324, right, { size: 8.5, color: INK.quiet });
      canvas.text(value, margin + 400, right, { size: 8.5, align: 'right', width: CONTENT_WIDTH - 400 });
      right += 14;
    }
  });
  return Math.max(y, right) + 18;
}

function drawCells(
  canvas: Canvas,
  root: PDFKit.PDFStructureElement,
  columns: readonly Column[],
  cells: readonly string[],
  y: number,
  style: TextStyle,
): void {
  canvas.tagged(root, 'P', () => {
    let x: number = PAGE.margin;
    for (const [at, { width, align }] of columns.entries()) {
      const text = cells[at] ?? '';
      if (text !== '') canvas.text(text, x, y, { ...style, align, width: width - 6 });
      x += width;
    }
  });
}

function drawTotal(canvas: Canvas, root: PDFKit.PDFStructureElement, document: FinalDocument, y: number): void {
  canvas.artifact(() => drawRule(canvas, y, INK.line));
  const words = document.kind === 'statement' ? 'Total to be paid to you' : 'Total to be paid';
  canvas.tagged(root, 'P', () => {
    canvas.text(words, PAGE.margin, y + 20, { font: 'strong', size: 11 });
    const total = centsMoney(document.total_cents, document.currency);
    canvas.text(total, PAGE.margin, y + 20, { font: 'strong', size: 11, align: 'right', width: CONTENT_WIDTH - 6 });
  });
  canvas.tagged(root, 'P', () => {
    const note =
      'Lines are exact to the millionth; the total is in whole cents, rounded half to even, and what that leaves over is carried to the next document.';
    for (const [at, line] of canvas.lines(note, { size: 7.5, width: CONTENT_WIDTH }, 3).entries())
      canvas.text(line, PAGE.margin, y + 40 + at * 10.5, { size: 7.5, color: INK.quiet });
  });
}

function drawFooter(canvas: Canvas, document: FinalDocument, page: number): void {
  canvas.artifact(() => {
    drawRule(canvas, BOTTOM + 14, INK.line);
    const words = `${DOCUMENT_TITLES[document.kind]} ${numberText(document.kind, document.number)} · ${document.customer_name} · page ${page}`;
    canvas.text(words, PAGE.margin, PAGE.height - 30, { size: 7.5, color: INK.quiet, width: CONTENT_WIDTH });
  });
}
