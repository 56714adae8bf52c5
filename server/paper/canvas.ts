import { singleFlight } from '../lib/single-flight.ts';
import { addFonts, type FontName, type PaperFont } from './fonts.ts';
import { inLatinLetters } from './latin-letters.ts';
import { LETTER, type Page } from './page-sizes.ts';
import { printableText } from './printable-text.ts';
import { loadScriptFonts } from './script-fonts.ts';
import { createScriptText } from './script-text.ts';
import { inFull, type Spot, type TextSetter, writePlain } from './text-setter.ts';

/** The part of pdfkit's document that this module uses. pdfkit's types do not describe it. */
type WrittenDocument = {
  _offset: number;
  readonly page: WrittenPage;
  push(piece: Uint8Array | null): boolean;
  _write(data: string | Uint8Array): void;
  addContent(data: string): unknown;
  flushPages(): void;
};
type WrittenPage = { readonly content: { write(chunk: Uint8Array): void } };

/** Characters buffered per piece. */
const PIECE = 64 * 1024;

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

/**
 * Buffers a document's output. pdfkit converts every line of a page or object to bytes and sends each line separately.
 * For a statement of twenty lines, that was 4,000 pieces and a fifth of the drawing time (measured). Buffering does not
 * change the bytes.
 */
function writeInPieces(doc: PDFKit.PDFDocument): void {
  const written = doc as unknown as WrittenDocument;
  const push = written.push.bind(doc);
  let waiting = '';
  const send = (): void => {
    if (waiting !== '') push(bytesOf(waiting));
    waiting = '';
  };
  written.push = (piece) => {
    send();
    return push(piece);
  };
  written._write = (data) => {
    if (typeof data !== 'string') {
      written.push(data);
      written._offset += data.length;
      return;
    }
    waiting += `${data}\n`;
    written._offset += data.length + 1;
    if (waiting.length > PIECE) send();
  };

  let lines = '';
  let drawn: WrittenPage | undefined;
  const fillPage = (): void => {
    if (lines !== '') drawn?.content.write(bytesOf(lines));
    lines = '';
  };
  written.addContent = (data) => {
    if (drawn !== written.page) {
      fillPage();
      drawn = written.page;
    }
    lines += `${data}\n`;
    return doc;
  };
  const flushPages = written.flushPages.bind(doc);
  written.flushPages = () => {
    fillPage();
    flushPages();
  };
}

type Piece = { readonly font: FontName; readonly text: string };

/**
 * Creates the text setter for the first four document layouts, which draws every script from left to right. It
 * transliterates characters that neither Inter nor DejaVu has. Final documents use this setter, so its output must
 * never change.
 */
function createEarlierText(doc: PDFKit.PDFDocument, fonts: Readonly<Record<FontName, PaperFont>>): TextSetter {
  const widthOfPiece = ({ font, text }: Piece, size: number): number => {
    const plain = fonts[font].plainText(text);
    return plain === null ? doc.font(font).fontSize(size).widthOfString(text) : inFull(plain.widthOf(text), size);
  };
  /** Writes a piece of text, and returns the position at which it ends. */
  const writePiece = (part: Piece, { x, y, size }: Spot): number => {
    const font = fonts[part.font];
    const plain = font.plainText(part.text);
    if (plain === null) {
      doc.font(part.font).fontSize(size).text(part.text, x, y, { lineBreak: false, baseline: 'alphabetic' });
      return doc.x;
    }
    if (part.text !== '') writePlain(doc, font, plain.shown(part.text), { x, y, size });
    return x + inFull(plain.widthOf(part.text), size);
  };
  return {
    printable: printableText,
    characters: (text) => [...text],
    parts: (text) => text.split(/(?<= )/),
    lineOf: (_, line) => line,
    widthOf: (text, font, size) => {
      let width = 0;
      for (const part of splitByFont(text, font, fonts)) width += widthOfPiece(part, size);
      return width;
    },
    write: (text, font, { x, y, size }) => {
      let left = x;
      for (const part of splitByFont(text, font, fonts)) left = writePiece(part, { x: left, y, size });
    },
  };
}

/** Splits text into runs that use one font each. */
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

/** Yields all texts in a nested value, such as a document with its lines and letterhead. Skips numbers and bytes. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
    for (const part of Array.isArray(value) ? value : Object.values(value)) yield* textsIn(part);
}

/**
 * Colors for printing: neutral grays, the theme color for the first series, teal for the second (docs/look.md#colour).
 */
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
  /** Width for `align`. Longer text is truncated. */
  readonly width?: number;
};

/**
 * An open document with the few drawing operations that statements and documents need. Positions are in points from the
 * top left.
 */
export type Canvas = {
  readonly doc: PDFKit.PDFDocument;
  /** The page size, in portrait orientation. */
  readonly page: Page;
  /** Writes one line on the baseline `y`. Never wraps. If `width` is given, truncates the text with an ellipsis. */
  text(content: string, x: number, y: number, style: TextStyle): void;
  widthOf(content: string, style: TextStyle): number;
  /** Writes a figure. Never truncates it, but reduces the font size if the figure is wider than `width`. */
  figure(content: string, x: number, y: number, style: TextStyle & { readonly width: number }): void;
  /** Breaks text into at most `most` lines of a given width. Truncates the last line if necessary. */
  lines(content: string, style: TextStyle & { readonly width: number }, most: number): string[];
  /** Draws inside a tagged element of the document structure. */
  tagged(parent: PDFKit.PDFStructureElement, type: string, draw: () => void, alt?: string): void;
  /** Draws content that screen readers skip: rules, repeated headings and page numbers. */
  artifact(draw: () => void): void;
};

/** Loads pdfkit when the first statement is created, because loading it takes a tenth of the startup time. */
const loadLibrary = singleFlight('unless it fails', () => import('pdfkit'));

/** Opens an empty document. Its bytes are streamed while it is drawn. */
export async function createCanvas(info: {
  title: string;
  subject: string;
  issuedAtMs: number;
  /**
   * Disables compression. A document's bytes must never change, and compressed bytes depend on the compressor's
   * version.
   */
  isPlain?: boolean;
  /** The name of the document's owner. */
  author?: string;
  /** Defaults to US Letter. */
  page?: Page;
  /**
   * All texts of the document, in any nested value. The fonts for their scripts are loaded before anything is drawn.
   * `'earlier'` draws text as the first four document layouts did.
   */
  texts: unknown;
}): Promise<Canvas> {
  const { page = LETTER, texts } = info;
  const { default: PDFDocument } = await loadLibrary();
  const doc = new PDFDocument({
    autoFirstPage: false,
    // Prevent pdfkit from loading its own Helvetica, which no text here uses.
    font: '',
    size: [page.width, page.height],
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
  const fonts = await addFonts(doc);
  const setter =
    texts === 'earlier'
      ? createEarlierText(doc, fonts)
      : createScriptText(doc, fonts, await loadScriptFonts(doc, textsIn([texts, info])));
  return { doc, page, ...textMoves(doc, setter), ...structureMoves(doc) };
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

function textMoves(doc: PDFKit.PDFDocument, setter: TextSetter): Pick<Canvas, 'text' | 'figure' | 'widthOf' | 'lines'> {
  const widthOf = (content: string, { font = 'regular', size }: TextStyle): number =>
    setter.widthOf(content, font, size);
  const cut = (content: string, style: TextStyle): string => {
    const { width } = style;
    if (width === undefined || widthOf(content, style) <= width) return content;
    const characters = setter.characters(content);
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
    const shown = cut(setter.printable(content), style);
    const free = align === 'left' ? 0 : (width ?? 0) - setter.widthOf(shown, font, size);
    ink(color);
    setter.write(shown, font, { x: x + (align === 'center' ? free / 2 : free), y, size });
  };
  const figure: Canvas['figure'] = (content, x, y, style) => {
    const width = widthOf(content, style);
    const size = width <= style.width ? style.size : (style.size * style.width) / width - 0.01;
    text(content, x, y, { ...style, size });
  };
  const lines: Canvas['lines'] = (content, style, most) => {
    const fits = (line: string): boolean => widthOf(line.trimEnd(), style) <= style.width;
    const whole = setter.printable(content, 2_000);
    const done: string[] = [];
    let line = '';
    for (const part of setter.parts(whole, fits)) {
      if (line === '' || done.length === most - 1 || fits(line + part)) line += part;
      else {
        done.push(line);
        line = part;
      }
    }
    return [...done, line].map((each) => cut(setter.lineOf(whole, each.trimEnd()), style));
  };
  return { text, figure, widthOf, lines };
}

/** Returns a function that sets the text color only if it changes, because 40,000 cells use only three colors. */
function createInk(doc: PDFKit.PDFDocument): (color: string) => void {
  // pdfkit remembers the last fill color, including that of shapes, but a new page begins with black.
  const remembered = doc as unknown as { _fillColor?: readonly [string, number?] | null };
  doc.on('pageAdded', () => {
    remembered._fillColor = null;
  });
  return (color) => {
    if (remembered._fillColor?.[0] !== color) doc.fillColor(color);
  };
}
