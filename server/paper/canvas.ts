import anyAscii from 'any-ascii';
import { addFonts, type FontName } from './fonts.ts';
import { printableText } from './printable-text.ts';

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
  // With the first statement: to load it takes a tenth of the time of a start.
  const { default: PDFDocument } = await import('pdfkit');
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
  const canDraw = await addFonts(doc);
  return { doc, ...textMoves(doc, canDraw), ...structureMoves(doc) };
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
  canDraw: (font: FontName, codePoint: number) => boolean,
): Pick<Canvas, 'text' | 'figure' | 'widthOf' | 'lines'> {
  const pieces = (content: string, font: FontName): Piece[] => splitByFont(content, font, canDraw);
  const widthOfPieces = (parts: readonly Piece[], size: number): number => {
    let width = 0;
    for (const { font, text } of parts) width += doc.font(font).fontSize(size).widthOfString(text);
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
  const text: Canvas['text'] = (content, x, y, style) => {
    const { font = 'regular', size, color = INK.text, align = 'left', width } = style;
    const parts = pieces(cut(printableText(content), style), font);
    const free = align === 'left' ? 0 : (width ?? 0) - widthOfPieces(parts, size);
    let left = x + (align === 'center' ? free / 2 : free);
    ink(color);
    for (const part of parts) {
      doc.font(part.font).fontSize(size).text(part.text, left, y, { lineBreak: false, baseline: 'alphabetic' });
      left = doc.x;
    }
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
function splitByFont(
  content: string,
  font: FontName,
  canDraw: (font: FontName, codePoint: number) => boolean,
): Piece[] {
  if (/^[\x20-\x7e]*$/.test(content)) return [{ font, text: content }];
  const parts: { font: FontName; text: string }[] = [];
  const add = (drawn: FontName, text: string) => {
    const last = parts.at(-1);
    if (last && (last.font === drawn || text === ' ')) last.text += text;
    else parts.push({ font: drawn, text });
  };
  for (const character of content) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (canDraw(font, codePoint)) add(font, character);
    else if (canDraw('fallback', codePoint)) add('fallback', character);
    else add(font, inLatinLetters(character));
  }
  return parts;
}

/** Nothing for a mark that only changes the character before it, as the long mark of コーヒー. */
const inLatinLetters = (character: string): string =>
  anyAscii(character) || (/[\p{M}\p{Lm}]/u.test(character) ? '' : '?');
