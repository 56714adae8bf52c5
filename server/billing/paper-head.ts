import { DOCUMENT_TITLES } from '#domain/document-titles.ts';
import { type Canvas, INK } from '../paper/canvas.ts';
import { drawMark, drawRule } from '../paper/marks.ts';
import { CONTENT_WIDTH } from '../paper/page-sizes.ts';
import { type FinalDocument, factsOf } from './document-parts.ts';
import { numberText, titleOf } from './document-words.ts';
import type { Letterhead } from './draw-letter.ts';
import { type PaperWords, paperWords } from './paper-words.ts';

type Root = PDFKit.PDFStructureElement;

const LOGO = { width: 180, height: 48 } as const;
const SMALL = { size: 8.5, step: 12 } as const;
/** Left edge of the facts, measured from the margin, and the horizontal offset of their values. */
const FACTS = { x: 324, value: 92 } as const;
const LEFT_WIDTH = 300;

const paragraphs = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/**
 * Draws the sender on the left, the facts on the right, and the recipient below. Returns the position of the head's
 * end.
 */
export function drawPaperHead(
  canvas: Canvas,
  root: Root,
  { document, letterhead }: { readonly document: FinalDocument; readonly letterhead: Letterhead },
): number {
  const { margin } = canvas.page;
  canvas.artifact(() => {
    if (letterhead.logo === '') drawMark(canvas, margin, 32, 30);
    else
      canvas.doc.image(Buffer.from(letterhead.logo, 'base64'), margin, 28, {
        fit: [LOGO.width, LOGO.height],
        valign: 'center',
      });
  });
  canvas.tagged(root, 'H1', () => {
    canvas.text(DOCUMENT_TITLES[titleOf(document)], margin + FACTS.x, 46, { font: 'strong', size: 20 });
    canvas.text(numberText(document.kind, document.number), margin + FACTS.x, 64, { size: 11, color: INK.quiet });
  });
  const left = drawSender(canvas, root, { letterhead, words: paperWords(document.layout) }, 100);
  const right = drawFacts(canvas, root, document, 100);
  const y = Math.max(left, right) + 14;
  canvas.artifact(() => drawRule(canvas, y, INK.line));
  return drawRecipient(canvas, root, document, y + 20) + 24;
}

function drawSender(
  canvas: Canvas,
  root: Root,
  { letterhead, words }: { readonly letterhead: Letterhead; readonly words: PaperWords },
  top: number,
): number {
  const { name, address, contact, tax_id: taxId } = letterhead;
  const rest = [...paragraphs(address), ...(taxId === '' ? [] : [`${words.taxId} ${taxId}`]), ...paragraphs(contact)];
  let y = top;
  canvas.tagged(root, 'P', () => {
    const strong = { font: 'strong', size: 10, width: LEFT_WIDTH } as const;
    for (const line of canvas.lines(name, strong, 2)) {
      canvas.text(line, canvas.page.margin, y, strong);
      y += SMALL.step;
    }
    const style = { size: SMALL.size, color: INK.quiet, width: LEFT_WIDTH };
    for (const line of rest.flatMap((text) => canvas.lines(text, style, 2))) {
      canvas.text(line, canvas.page.margin, y, style);
      y += SMALL.step;
    }
  });
  return y - SMALL.step;
}

function drawFacts(canvas: Canvas, root: Root, document: FinalDocument, top: number): number {
  let y = top;
  const left = canvas.page.margin + FACTS.x;
  const width = CONTENT_WIDTH - FACTS.x - FACTS.value;
  for (const [label, value] of factsOf(document)) {
    canvas.tagged(root, 'P', () => {
      canvas.text(label, left, y, { size: SMALL.size, color: INK.quiet, width: FACTS.value - 6 });
      canvas.figure(value, left + FACTS.value, y, { size: SMALL.size, align: 'right', width });
    });
    y += 14;
  }
  return y - 14;
}

function drawRecipient(canvas: Canvas, root: Root, document: FinalDocument, top: number): number {
  let y = top;
  const isCredit = titleOf(document) === 'credit_note';
  const label = isCredit ? 'Credit note for' : document.kind === 'statement' ? 'Statement for' : 'Billed to';
  canvas.tagged(root, 'P', () =>
    canvas.text(label, canvas.page.margin, y, { size: SMALL.size, color: INK.quiet, width: LEFT_WIDTH }),
  );
  const name = { font: 'strong', size: 13, width: CONTENT_WIDTH } as const;
  canvas.tagged(root, 'H2', () => {
    for (const line of canvas.lines(document.customer_name, name, 2)) {
      y += 17;
      canvas.text(line, canvas.page.margin, y, name);
    }
  });
  const style = { size: SMALL.size, width: LEFT_WIDTH };
  const taxId =
    document.customer_tax_id === '' ? [] : [`${paperWords(document.layout).taxId} ${document.customer_tax_id}`];
  const rows = [...paragraphs(document.customer_address), ...taxId].flatMap((text) => canvas.lines(text, style, 3));
  if (rows.length === 0) return y;
  canvas.tagged(root, 'P', () => {
    y += 3;
    for (const line of rows.slice(0, 8)) {
      y += SMALL.step;
      canvas.text(line, canvas.page.margin, y, style);
    }
  });
  return y;
}
