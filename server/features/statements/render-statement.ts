import type { Readable } from 'node:stream';
import { highest, lowest } from '#domain/extremes.ts';
import { yieldThread } from '../../lib/yield-thread.ts';
import { type Canvas, createCanvas, INK } from '../../paper/canvas.ts';
import { drawMark, drawRule } from '../../paper/marks.ts';
import { CONTENT_WIDTH, PAGES } from '../../paper/page-sizes.ts';
import { bucketLabels, chartSeries, drawChart, shortCount, shortDollars } from './draw-chart.ts';
import { createTable, drawNextHead } from './draw-table.ts';
import type { StatementData, StatementFigures } from './statement-data.ts';
import { dayInWords, knownInWords, periodInWords } from './statement-period.ts';
import { keyFigures, statementNotes, wordingOf } from './statement-wording.ts';
import { bottomOf, NEXT_TOP, paginate, ROW_HEIGHT, sumFigures, tableLines } from './table-lines.ts';

/**
 * Maximum number of outlets, which fit on 200 pages (docs/threat-model.md#e6). One more line sums up further outlets,
 * so that the total stays correct.
 */
const MOST_OUTLETS = 8_500;
/** Maximum time spent on drawing itself. Other work of the server in between does not count. */
const LONGEST_MS = 10_000;

export type StatementDrawing = {
  /** The PDF's bytes, which grow during drawing. */
  readonly stream: Readable;
  /** Draws to the end. Rejects after 10 s of drawing or when `signal` is aborted, and then destroys the stream. */
  draw(signal?: AbortSignal): Promise<void>;
};

/** Draws a statement as a PDF. It draws only plain text, so no input becomes markup or a link. */
export async function renderStatement(data: StatementData): Promise<StatementDrawing> {
  const { document } = wordingOf(data.perspective);
  const canvas = await createCanvas({
    title: `${document}: ${data.customer}`,
    subject: periodInWords(data.period, data.issuedAtMs),
    issuedAtMs: data.issuedAtMs,
    page: PAGES[data.paper],
    texts: data,
  });
  const stream = canvas.doc as unknown as Readable;
  return {
    stream,
    draw: async (signal) => {
      const pause = createPause(signal);
      try {
        await drawStatement(canvas, data, pause);
        canvas.doc.end();
      } catch (error) {
        stream.destroy(error instanceof Error ? error : new Error('The statement could not be drawn'));
        throw error;
      }
    },
  };
}

/** Creates a function that yields the thread. The function throws if the drawing was aborted or takes too long. */
function createPause(signal: AbortSignal | undefined): () => Promise<void> {
  let spentMs = 0;
  let lastTurn = performance.now();
  return async () => {
    spentMs += performance.now() - lastTurn;
    if (spentMs > LONGEST_MS) throw new Error(`The statement took longer than ${LONGEST_MS} ms to draw`);
    await yieldThread();
    signal?.throwIfAborted();
    lastTurn = performance.now();
  };
}

async function drawStatement(canvas: Canvas, data: StatementData, pause: () => Promise<void>): Promise<void> {
  const { doc } = canvas;
  const root = doc.struct('Document');
  doc.addStructure(root);
  doc.addPage();
  const total = sumFigures(data.outlets, data.perspective !== 'advertiser');
  const headEnd = drawLetterhead(canvas, root, data);
  const figuresEnd = drawKeyFigures(canvas, root, data, total, headEnd + 10);
  const chartsEnd = drawCharts(canvas, root, data, figuresEnd + 18);
  const tableTop = drawTableTitle(canvas, root, data, chartsEnd + 14);
  await pause();

  const notes = statementNotes(data).flatMap((note) => canvas.lines(note, NOTE, 3));
  const notesHeight = 14 + notes.length * NOTE_LEADING;
  const pages = paginate(tableLines(data, total, MOST_OUTLETS), canvas.page, tableTop, notesHeight);
  const table = createTable(canvas, root, data, total);
  let y = tableTop;
  let index = 0;
  for (const [pageIndex, lines] of pages.entries()) {
    if (pageIndex > 0) {
      doc.addPage();
      drawNextHead(canvas, data);
      y = NEXT_TOP;
    }
    if (lines.length > 0) y = table.head(y);
    for (const line of lines) {
      table.line(line, y, index++);
      y += ROW_HEIGHT;
      await pause();
    }
    table.endPage();
    drawFooter(canvas, data, pageIndex + 1, pages.length);
  }
  table.end();
  drawNotes(canvas, root, notes, y + 16);
  root.end();
}

const CHART_HEIGHT = 132;

function drawCharts(canvas: Canvas, root: PDFKit.PDFStructureElement, data: StatementData, top: number): number {
  const series = chartSeries(data.days);
  if (series.buckets.length === 0) {
    canvas.tagged(root, 'P', () => {
      canvas.text('Nothing was recorded in this period.', canvas.page.margin, top + 10, { size: 9, color: INK.quiet });
    });
    return top + 16;
  }
  const { views, amount } = wordingOf(data.perspective);
  const labels = bucketLabels(series);
  const width = (CONTENT_WIDTH - 24) / 2;
  const span = labels.length === 1 ? (labels[0] ?? '') : `${labels[0]} to ${labels.at(-1)}`;
  const left = { x: canvas.page.margin, y: top, width, height: CHART_HEIGHT };
  const charts = [
    {
      frame: left,
      title: `${views} per ${series.unit}`,
      kind: 'bars',
      color: INK.theme,
      values: series.buckets.map((bucket) => bucket.views),
      shown: shortCount,
    },
    {
      frame: { ...left, x: left.x + width + 24 },
      title: `${amount} per ${series.unit}, ${data.currency}`,
      kind: 'line',
      color: INK.second,
      values: series.buckets.map((bucket) => bucket.dollars),
      shown: (value: number) => shortDollars(value, data.currency),
    },
  ] as const;
  for (const { frame, ...chart } of charts) {
    const most = chart.shown(Math.round(highest(chart.values) * 100) / 100);
    const alt = `Chart of ${chart.title}, ${span}; highest ${most}.`;
    canvas.tagged(root, 'Figure', () => drawChart(canvas, frame, { ...chart, labels }), alt);
  }
  return top + CHART_HEIGHT;
}

function drawTableTitle(canvas: Canvas, root: PDFKit.PDFStructureElement, data: StatementData, top: number): number {
  canvas.tagged(root, 'H2', () => {
    canvas.text(wordingOf(data.perspective).table, canvas.page.margin, top + 9, { font: 'strong', size: 11 });
  });
  return top + 17;
}

const NOTE = { size: 7.5, color: INK.quiet, width: CONTENT_WIDTH } as const;
const NOTE_LEADING = 10.5;

function drawNotes(canvas: Canvas, root: PDFKit.PDFStructureElement, notes: readonly string[], top: number): void {
  canvas.tagged(root, 'P', () => {
    for (const [index, note] of notes.entries())
      canvas.text(note, canvas.page.margin, top + index * NOTE_LEADING, NOTE);
  });
}

function drawFooter(canvas: Canvas, data: StatementData, page: number, pages: number): void {
  const y = canvas.page.height - 30;
  const style = { size: 7.5, color: INK.quiet } as const;
  canvas.artifact(() => {
    drawRule(canvas, bottomOf(canvas.page) + 14, INK.line);
    canvas.text(
      `${data.networkName} · ${wordingOf(data.perspective).document} · ${data.customer}`,
      canvas.page.margin,
      y,
      {
        ...style,
        width: 380,
      },
    );
    canvas.text(`Page ${page} of ${pages}`, canvas.page.margin + 400, y, {
      ...style,
      align: 'right',
      width: CONTENT_WIDTH - 400,
    });
  });
}

/** Draws the head of the first page. Returns the y coordinate below it. */
function drawLetterhead(canvas: Canvas, root: PDFKit.PDFStructureElement, data: StatementData): number {
  const { margin } = canvas.page;
  canvas.artifact(() => {
    drawMark(canvas, margin, 38, 26);
    canvas.text(data.networkName, margin + 34, 57, { font: 'strong', size: 17 });
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
    const days = venuesOwnDays ? `Time zone: each venue's own` : `Time zone: ${timeZone}`;
    canvas.text(days, rightX, rightY, { ...caption, width: rightWidth });
  });
  return Math.max(y, rightY + 14);
}

const BAND_HEIGHT = 62;

/** Draws the band of key figures. Returns the y coordinate below it. */
function drawKeyFigures(
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

/** Returns the largest of a few font sizes that fits the figure into the width. */
function fittingSize(canvas: Canvas, value: string, width: number): number {
  return [15, 13, 11, 9].find((size) => canvas.widthOf(value, { font: 'strong', size }) <= width) ?? 8;
}
