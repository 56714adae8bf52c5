import { lowest } from '#domain/extremes.ts';
import { type Canvas, INK } from '../../paper/canvas.ts';
import { drawMark, drawRule } from '../../paper/marks.ts';
import { CONTENT_WIDTH } from '../../paper/page-sizes.ts';
import type { StatementData, StatementFigures } from './statement-data.ts';
import { dayInWords, knownInWords, periodInWords } from './statement-period.ts';
import { keyFigures, wordingOf } from './statement-wording.ts';

/** Draws the head of the first page. Returns the y below it. */
export function drawLetterhead(canvas: Canvas, root: PDFKit.PDFStructureElement, data: StatementData): number {
  const { margin } = canvas.page;
  canvas.artifact(() => {
    drawMark(canvas, margin, 38, 26);
    canvas.text('Voltboard', margin + 34, 57, { font: 'strong', size: 17 });
  });
  const right = { align: 'right', width: CONTENT_WIDTH - 140 } as const;
  canvas.tagged(root, 'H1', () => {
    canvas.text(wordingOf(data.perspective).document, margin + 140, 51, { ...right, font: 'strong', size: 15 });
  });
  canvas.tagged(root, 'P', () => {
    const issued = `Issued ${dayInWords(data.issuedAtMs, data.period.timeZone)}`;
    canvas.text(issued, margin + 140, 65, { ...right, size: 8.5, color: INK.quiet });
  });
  canvas.artifact(() => drawRule(canvas, 80, INK.line));
  return drawParties(canvas, root, data, 102);
}

function drawParties(canvas: Canvas, root: PDFKit.PDFStructureElement, data: StatementData, top: number): number {
  const leftWidth = 320;
  const rightX = canvas.page.margin + leftWidth + 24;
  const rightWidth = CONTENT_WIDTH - leftWidth - 24;
  const caption = { size: 8, color: INK.quiet } as const;
  canvas.tagged(root, 'P', () => {
    canvas.text(data.sponsor === null ? 'Customer' : 'Campaigns shown at', canvas.page.margin, top, caption);
  });
  const nameStyle = { font: 'strong', size: 19, width: leftWidth } as const;
  let y = top + 20;
  canvas.tagged(root, 'H2', () => {
    for (const line of canvas.lines(data.customer, nameStyle, 3)) {
      canvas.text(line, canvas.page.margin, y, nameStyle);
      y += 23;
    }
  });
  const { sponsor } = data;
  if (sponsor !== null) {
    canvas.tagged(root, 'P', () => {
      canvas.text(`Sponsor: ${sponsor}`, canvas.page.margin, y - 6, { size: 9.5, width: leftWidth });
    });
    y += 14;
  }
  let rightY = top;
  canvas.tagged(root, 'P', () => {
    canvas.text('Period', rightX, rightY, caption);
    rightY += 15;
    const style = { size: 10, width: rightWidth } as const;
    for (const line of canvas.lines(periodInWords(data.period, data.issuedAtMs), style, 3)) {
      canvas.text(line, rightX, rightY, style);
      rightY += 13.5;
    }
    if (data.knownOnMs !== null) {
      for (const line of canvas.lines(knownInWords(data.knownOnMs, data.period.timeZone), style, 2)) {
        canvas.text(line, rightX, rightY, style);
        rightY += 13.5;
      }
    }
    const { timeZone, venuesOwnDays } = data.period;
    const days = venuesOwnDays ? `Days of each venue's own time zone` : `Days in the time zone ${timeZone}`;
    canvas.text(days, rightX, rightY, { ...caption, width: rightWidth });
  });
  return Math.max(y, rightY + 14);
}

const BAND_HEIGHT = 62;

/** Draws the band of key figures. Returns the y below it. */
export function drawKeyFigures(
  canvas: Canvas,
  root: PDFKit.PDFStructureElement,
  data: StatementData,
  total: StatementFigures,
  top: number,
): number {
  canvas.tagged(root, 'H2', () => {
    canvas.text(wordingOf(data.perspective).overview, canvas.page.margin, top + 9, { font: 'strong', size: 11 });
  });
  const y = top + 20;
  canvas.artifact(() => canvas.doc.roundedRect(canvas.page.margin, y, CONTENT_WIDTH, BAND_HEIGHT, 6).fill(INK.tint));
  const figures = keyFigures(data, total);
  const cell = (CONTENT_WIDTH - 16) / figures.length;
  const size = lowest(figures.map(({ value }) => fittingSize(canvas, value, cell - 10)));
  for (const [index, { label, value, note }] of figures.entries()) {
    const x = canvas.page.margin + 14 + index * cell;
    const width = cell - 10;
    canvas.tagged(root, 'P', () => {
      canvas.text(label, x, y + 17, { size: 8, color: INK.quiet, width });
      canvas.figure(value, x, y + 36, { font: 'strong', size, width });
      if (note !== undefined) canvas.text(note, x, y + 50, { size: 7, color: INK.quiet, width });
    });
  }
  return y + BAND_HEIGHT;
}

/** The largest of a few font sizes that fits the figure into the width. */
function fittingSize(canvas: Canvas, value: string, width: number): number {
  return [15, 13, 11, 9].find((size) => canvas.widthOf(value, { font: 'strong', size }) <= width) ?? 8;
}
