import anyAscii from 'any-ascii';
import { sharedWork } from '../lib/shared-work.ts';
import { addFonts, type FontName, type PaperFont, pdfNumber } from './fonts.ts';
import { printableText } from './printable-text.ts';
import { writeInPieces } from './write-in-pieces.ts';

/** US Letter in points, and the edge that stays free. */
export const PAGE = { width: 612, height: 792, margin: 36 } as const;
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;

/** The paper's colours: neutral greys carry it, the theme colour the first series, teal the second (docs/look.md#colour). */
export const INK = {
  theme: '#333964',
  second: '#0f766e',
  text: '#1b1d2a',
  quiet: '#5b6072',
  line: '#d9dce5',
  faint: '#eceef3',
  tint: '#f5f6fa',
  paper: '#ffffff',
} as const;

export type TextStyle = {
  readonly font?: 'regular' | 'strong' | 'mono';
  readonly size: number;
  readonly color?: string;
  readonly align?: 'left' | 'center' | 'right';
  /** Width that `align` refers to and that the text is cut to. */
  readonly width?: number;
};

type Piece = { readonly font: FontName; readonly text: string };

/** One open document with the few drawing moves a statement needs. Positions in points from the top left. */
export type Canvas = {
  readonly doc: PDFKit.PDFDocument;
  /** Writes one line on the baseline `y`; never wraps, cut with an ellipsis where `width` is given. */
  text(content: string, x: number, y: number, style: TextStyle): void;
  widthOf(content: string, style: TextStyle): number;
  /** Writes a figure: never cut, set smaller where its width is not enough. */
  figure(content: string, x: number, y: number, style: TextStyle & { readonly width: number }): void;
  /** Breaks text into at most `most` lines of a width; the last one is cut. */
  lines(content: string, style: TextStyle & { readonly width: number }, most: number): string[];
  /** Draws inside a marked part of the reading structure. */
  tagged(parent: PDFKit.PDFStructureElement, type: string, draw: () => void, alt?: string): void;
  /** Draws what a screen reader skips: rules, repeated heads, page numbers. */
  artifact(draw: () => void): void;
};

/** With the first statement: to load it takes a tenth of the time of a start. */
const loadLibrary = sharedWork('unless it fails', () => import('pdfkit'));

/** Opens an empty document whose bytes arrive while it is drawn. */
export async function createCanvas(info: {
  title: string;
  subject: string;
  issuedAtMs: number;
  /** Its bytes have to be the same for ever: compressed they would be those of one version of the compressor. */
  isPlain?: boolean;
  /** Whose document it is. */
  author?: string;
}): Promise<Canvas> {
  const { default: PDFDocument } = await loadLibrary();
  const doc = new PDFDocument({
    autoFirstPage: false,
    // It would unpack its own Helvetica first, which nothing here is written in.
    font: '',
    size: [PAGE.width, PAGE.height],
    margin: 0,
    pdfVersion: '1.7',
    compress: info.isPlain !== true,
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: info.title,
      Subject: info.subject,
      Author: info.author ?? 'Voltboard',
      Creator: 'Voltboard',
      CreationDate: new Date(info.issuedAtMs),
    },
  });
  writeInPieces(doc);
  return { doc, ...textMoves(doc, await addFonts(doc)), ...structureMoves(doc) };
}

function structureMoves(doc: PDFKit.PDFDocument): Pick<Canvas, 'tagged' | 'artifact'> {
  return {
    tagged: (parent, type, draw, alt) => {
      const content = doc.markStructureContent(type);
      draw();
      doc.endMarkedContent();
      const element = doc.struct(type, alt === undefined ? {} : { alt }, [content]);
      parent.add(element);
      element.end();
    },
    artifact: (draw) => {
      doc.markContent('Artifact', { type: 'Layout' });
      draw();
      doc.endMarkedContent();
    },
  };
}

function textMoves(
  doc: PDFKit.PDFDocument,
  fonts: Readonly<Record<FontName, PaperFont>>,
): Pick<Canvas, 'text' | 'figure' | 'widthOf' | 'lines'> {
  const pieces = (content: string, font: FontName): Piece[] => splitByFont(content, font, fonts);
  const widthOfPiece = ({ font, text }: Piece, size: number): number => {
    const plain = fonts[font].plainText(text);
    return plain === null ? doc.font(font).fontSize(size).widthOfString(text) : inFull(plain.widthOf(text), size);
  };
  const widthOfPieces = (parts: readonly Piece[], size: number): number => {
    let width = 0;
    for (const part of parts) width += widthOfPiece(part, size);
    return width;
  };
  const widthOf = (content: string, { font = 'regular', size }: TextStyle): number =>
    widthOfPieces(pieces(content, font), size);
  const cut = (content: string, style: TextStyle): string => {
    const { width } = style;
    if (width === undefined || widthOf(content, style) <= width) return content;
    const characters = [...content];
    let [fits, tooLong] = [0, characters.length];
    while (tooLong - fits > 1) {
      const middle = (fits + tooLong) >> 1;
      if (widthOf(`${characters.slice(0, middle).join('')}…`, style) <= width) fits = middle;
      else tooLong = middle;
    }
    return `${characters.slice(0, fits).join('').trimEnd()}…`;
  };
  const ink = createInk(doc);
  /** Answers where it ends. */
  const write = (part: Piece, x: number, y: number, size: number): number => {
    const font = fonts[part.font];
    const plain = font.plainText(part.text);
    if (plain === null) {
      doc.font(part.font).fontSize(size).text(part.text, x, y, { lineBreak: false, baseline: 'alphabetic' });
      return doc.x;
    }
    if (part.text !== '') writePlain(doc, font, plain.shown(part.text), { x, y, size });
    return x + inFull(plain.widthOf(part.text), size);
  };
  const text: Canvas['text'] = (content, x, y, style) => {
    const { font = 'regular', size, color = INK.text, align = 'left', width } = style;
    const parts = pieces(cut(printableText(content), style), font);
    const free = align === 'left' ? 0 : (width ?? 0) - widthOfPieces(parts, size);
    let left = x + (align === 'center' ? free / 2 : free);
    ink(color);
    for (const part of parts) left = write(part, left, y, size);
  };
  const figure: Canvas['figure'] = (content, x, y, style) => {
    const width = widthOf(content, style);
    const size = width <= style.width ? style.size : (style.size * style.width) / width - 0.01;
    text(content, x, y, { ...style, size });
  };
  const lines: Canvas['lines'] = (content, style, most) => {
    const done: string[] = [];
    let line = '';
    for (const word of printableText(content, 2_000).split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line === '' || done.length === most - 1 || widthOf(longer, style) <= style.width) line = longer;
      else {
        done.push(line);
        line = word;
      }
    }
    return [...done, line].map((each) => cut(each, style));
  };
  return { text, figure, widthOf, lines };
}

/** The part of pdfkit's document that is used here; its types do not describe it. */
type Written = {
  readonly page: { readonly height: number; readonly fonts: Record<string, object> };
  addContent(data: string): unknown;
};

/** What pdfkit's `text` writes of one line on its baseline, in one piece: it makes ten of it, and lays the text out three times. */
function writePlain(
  doc: PDFKit.PDFDocument,
  font: PaperFont,
  operand: string,
  { x, y, size }: { readonly x: number; readonly y: number; readonly size: number },
): void {
  const written = doc as unknown as Written;
  const { height, fonts } = written.page;
  fonts[font.id] ??= font.ref();
  written.addContent(`q
1 0 0 -1 0 ${pdfNumber(height)} cm
BT
1 0 0 1 ${pdfNumber(x)} ${pdfNumber(height - y)} Tm
/${font.id} ${pdfNumber(size)} Tf
[${operand}] TJ
ET
Q`);
}

/** From thousandths of a font's size to points, in the steps of pdfkit: a last digit more or less would be another document. */
const inFull = (width: number, size: number): number => (width * (size / 1_000) * 100) / 100;

/** Sets the colour of text where it is not set already: 40,000 cells name three colours. */
function createInk(doc: PDFKit.PDFDocument): (color: string) => void {
  // pdfkit remembers the last fill colour, shapes included, but a new page begins with black.
  const remembered = doc as unknown as { _fillColor?: readonly [string, number?] | null };
  doc.on('pageAdded', () => {
    remembered._fillColor = null;
  });
  return (color) => {
    if (remembered._fillColor?.[0] !== color) doc.fillColor(color);
  };
}

/**
 * Splits text into stretches that one font can draw. What no font can (Chinese, emoji) is written in Latin letters: fonts for
 * all of it would be 40 MB and more.
 */
function splitByFont(content: string, font: FontName, fonts: Readonly<Record<FontName, PaperFont>>): Piece[] {
  if (/^[\x20-\x7e]*$/.test(content)) return [{ font, text: content }];
  const parts: { font: FontName; text: string }[] = [];
  const add = (drawn: FontName, text: string) => {
    const last = parts.at(-1);
    if (last && (last.font === drawn || text === ' ')) last.text += text;
    else parts.push({ font: drawn, text });
  };
  for (const character of content) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (fonts[font].canDraw(codePoint)) add(font, character);
    else if (fonts.fallback.canDraw(codePoint)) add('fallback', character);
    else add(font, inLatinLetters(character));
  }
  return parts;
}

/** Nothing for a mark that only changes the character before it, as the long mark of コーヒー. */
const inLatinLetters = (character: string): string =>
  anyAscii(character) || (/[\p{M}\p{Lm}]/u.test(character) ? '' : '?');
