import { type Canvas, INK } from '../paper/canvas.ts';
import { CONTENT_WIDTH } from '../paper/page-sizes.ts';
import { shownCount } from '../paper/shown-numbers.ts';
import type { FinalDocument } from './document-parts.ts';
import { numberText } from './document-words.ts';
import type { ReasonRow } from './paper-rows.ts';
import { paperWords } from './paper-words.ts';
import { centsMoney, exactMoney } from './shown-money.ts';
import { unsignedWords } from './unsigned-views.ts';

type Root = PDFKit.PDFStructureElement;

const TEXT = { size: 8 } as const;
const STEP = 12;

/** Returns the label of the total. A negative total reduces the next payment. */
function totalWords({ kind, layout, total_cents: cents }: FinalDocument): string {
  const { total } = paperWords(layout);
  if (kind === 'invoice') return cents < 0 ? total.creditNote : total.invoice;
  return cents < 0 ? total.deduction : total.statement;
}

const NOTE_LINES = 2;
const SMALL = { size: 7.5, step: 10.5 } as const;
export const endHeight = (document: FinalDocument, reasons: readonly ReasonRow[], payment: readonly string[]): number =>
  58 +
  NOTE_LINES * SMALL.step +
  (unsignedWords(document).length + proofOf(document).length) * SMALL.step +
  (reasons.length === 0 ? 0 : 42 + (reasons.length + NOTE_LINES) * STEP) +
  (payment.length === 0 ? 0 : 30 + (payment.length + 1) * STEP);

/**
 * Returns lines with the hashes that prove the document's lines and the ledger. Empty for documents with earlier
 * layouts.
 */
function proofOf({ lines_sha256: lines, ledger_seq: seq, ledger_head: head }: FinalDocument): readonly string[] {
  if (lines === null) return [];
  return [`SHA-256 of the line file: ${lines}`, `Ledger at entry ${seq}: ${head}`];
}

type End = {
  readonly document: FinalDocument;
  readonly reasons: readonly ReasonRow[];
  readonly payment: readonly string[];
  readonly y: number;
};

/** Draws the total, a note about rounding, the invalid events, and payment instructions for an invoice. */
export function drawPaperEnd(canvas: Canvas, root: Root, { document, reasons, payment, y }: End): void {
  const { margin } = canvas.page;
  const box = { y: y + 2, height: 28 };
  canvas.artifact(() => canvas.doc.rect(margin, box.y, CONTENT_WIDTH, box.height).fill(INK.tint));
  canvas.tagged(root, 'P', () => {
    const style = { font: 'strong', size: 11 } as const;
    canvas.text(totalWords(document), margin + 8, box.y + 18, style);
    const total = centsMoney(document.total_cents, document.currency);
    canvas.text(total, margin, box.y + 18, { ...style, align: 'right', width: CONTENT_WIDTH - 8 });
  });
  let at = box.y + box.height + 16;
  const small = (text: string): void =>
    canvas.tagged(root, 'P', () => {
      for (const line of canvas.lines(text, { size: SMALL.size, width: CONTENT_WIDTH }, NOTE_LINES)) {
        canvas.text(line, margin, at, { size: SMALL.size, color: INK.quiet });
        at += SMALL.step;
      }
    });
  const words = paperWords(document.layout);
  small(words.note);
  for (const line of [...unsignedWords(document), ...proofOf(document)]) small(line);
  if (reasons.length > 0) {
    at = drawReasons(canvas, root, { document, reasons, y: at + 16 });
    small(words.dispute);
  }
  if (payment.length === 0) return;
  at += 16;
  canvas.tagged(root, 'H2', () => canvas.text('Payment', margin, at, { font: 'strong', size: 9.5 }));
  canvas.tagged(root, 'P', () => {
    for (const line of [...payment, `Reference: ${numberText(document.kind, document.number)}`]) {
      at += STEP;
      canvas.text(line, margin, at, { size: 8.5, width: CONTENT_WIDTH });
    }
  });
}

function drawReasons(
  canvas: Canvas,
  root: Root,
  {
    document,
    reasons,
    y,
  }: { readonly document: FinalDocument; readonly reasons: readonly ReasonRow[]; readonly y: number },
): number {
  const words = paperWords(document.layout);
  canvas.tagged(root, 'H2', () =>
    canvas.text(words.invalidHeading, canvas.page.margin, y, { font: 'strong', size: 9.5 }),
  );
  let at = y;
  const isStatement = document.kind === 'statement';
  // Earlier layouts keep their wording.
  const counted = (count: number, noun: string) =>
    count === 0 ? [] : [`${shownCount(count)} ${noun}${count === 1 && document.layout >= 5 ? '' : 's'}`];
  for (const { reason, views, clicks, burns, micros } of reasons) {
    at += STEP;
    const counts = [
      ...counted(views, isStatement ? 'charge' : 'view'),
      ...counted(clicks, 'click'),
      ...counted(burns, 'burn'),
    ];
    canvas.tagged(root, 'P', () => {
      canvas.text(words.reasons[reason], canvas.page.margin, at, { ...TEXT, width: 180 });
      canvas.text(counts.join(', '), canvas.page.margin + 190, at, { ...TEXT, width: 200 });
      const worth = `worth ${exactMoney(micros, document.currency)}`;
      canvas.figure(worth, canvas.page.margin + 390, at, {
        ...TEXT,
        color: INK.quiet,
        align: 'right',
        width: CONTENT_WIDTH - 390,
      });
    });
  }
  return at + 14;
}
