import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { sharedWork } from '../lib/shared-work.ts';
import {
  type Direction,
  type EmbeddedFont,
  embeddedIn,
  type Face,
  type Glyph,
  includeGlyph,
  type ShapedText,
  shapeText,
} from './embedded-font.ts';

/** Inter (OFL-1.1) for text, DejaVu Sans (Bitstream Vera licence) for scripts Inter lacks, DejaVu Sans Mono for identifiers. */
const FILES = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  strong: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  mono: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  fallback: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
} as const;

export type FontName = keyof typeof FILES;

/** What fontkit keeps of a glyph and asks it for while a subset is written. */
type InnerGlyph = Glyph & { _metrics?: object; _getMetrics(): object; _decode(): Outline };
type Outline = { readonly numberOfContours: number; readonly components?: readonly object[] } | null;
/** A character as a document draws it; its number there once it was drawn. */
type Drawn = { readonly glyph: Glyph; readonly advanceWidth: number; hex: string };

/** Up to the Cyrillic block every character is one glyph; combining marks need the full layout. */
const PLAIN = /^[\u0020-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2212]*$/u;

/** Kerning by pair of characters, kept between documents: to look it up takes a millisecond (measured). Mono has none. */
const KERNINGS: Readonly<Record<FontName, Map<number, number> | null>> = {
  regular: new Map(),
  strong: new Map(),
  mono: null,
  fallback: new Map(),
};
const MOST_PAIRS = 20_000;

/** Which glyphs digits of equal width are: to find out takes half the time of a short document (measured). */
const TABULAR_DIGITS = new Map<FontName, readonly number[]>();
const DIGITS = '0123456789';

type SharedFace = { readonly face: Face; readonly outlines: Map<number, Outline> };

/**
 * The font files, read from their packages and parsed once per process: parsed for each document they were half of what a
 * short one takes to draw (measured).
 */
const loadFonts = sharedWork('unless it fails', async (): Promise<Readonly<Record<FontName, SharedFace>>> => {
  const { resolve } = createRequire(import.meta.url);
  const { default: PDFDocument } = await import('pdfkit');
  const parser = new PDFDocument({ autoFirstPage: false, font: '' });
  const parse = async (name: FontName): Promise<SharedFace> => {
    parser.font(await readFile(resolve(FILES[name])));
    return { face: embeddedIn(parser).font, outlines: new Map() };
  };
  return {
    ...{ regular: await parse('regular'), strong: await parse('strong') },
    ...{ mono: await parse('mono'), fallback: await parse('fallback') },
  };
});

/**
 * A document's own view of a parsed font. Which characters a glyph stands for is written into a document, and a font keeps
 * what the first of them was: that must be the document's first, not another's, or its bytes would not be the same again.
 * What is measured and parsed of a glyph is the same in all.
 */
function ownFace({ face, outlines }: SharedFace): Face {
  const { getGlyph } = face;
  const own: Face = Object.create(face, {
    _glyphs: { value: {} },
    getGlyph: {
      value: (id: number, codePoints?: readonly number[]): Glyph => {
        const glyph = getGlyph.call(own, id, codePoints) as InnerGlyph;
        if (glyph._metrics !== undefined) return glyph;
        const shared = face.getGlyph(id) as InnerGlyph;
        glyph._metrics = shared._getMetrics();
        glyph._decode = () => outlineOf(shared, outlines);
        return glyph;
      },
    },
  });
  return own;
}

/** Of what it is made; its points are not needed to write it. */
function outlineOf(glyph: InnerGlyph, outlines: Map<number, Outline>): Outline {
  const known = outlines.get(glyph.id);
  if (known !== undefined) return known;
  const decoded = glyph._decode();
  const { numberOfContours, components } = decoded ?? {};
  const outline = numberOfContours === undefined ? null : { numberOfContours, ...(components && { components }) };
  outlines.set(glyph.id, outline);
  return outline;
}

/** What a document writes and measures of plain text in one of its fonts. */
type PlainText = {
  /** In thousandths of the font's size. */
  widthOf(text: string): number;
  /** The operand of a PDF's TJ: glyphs, with what kerning moves them. */
  shown(text: string): string;
};

/**
 * Lays plain text out glyph by glyph with remembered widths and kerning, and digits of equal width: a table of 5,000
 * rows takes 0.6 s instead of 16 s with the font's own layout and `tnum` (measured).
 */
function layPlainText(embedded: EmbeddedFont, name: FontName): PlainText {
  const kerning = KERNINGS[name];
  const { font, scale } = embedded;
  const known = TABULAR_DIGITS.get(name) ?? font.layout(DIGITS, ['tnum']).glyphs.map(({ id }) => id);
  TABULAR_DIGITS.set(name, known);
  const tabularDigits = known.map((id, digit) => font.getGlyph(id, [DIGITS.charCodeAt(digit)]));
  const glyphs = new Map<number, Drawn>();

  const glyphOf = (code: number): Drawn => {
    const drawn = glyphs.get(code);
    if (drawn) return drawn;
    const glyph = tabularDigits[code - 48] ?? font.glyphForCodePoint(code);
    const made = { glyph, advanceWidth: glyph.advanceWidth * scale, hex: '' };
    glyphs.set(code, made);
    return made;
  };
  const isDigit = (code: number): boolean => code >= 48 && code <= 57;
  const kernOf = (left: number, right: number): number => {
    if (kerning === null || isDigit(left) || isDigit(right)) return 0;
    const pair = left * 65_536 + right;
    const known = kerning.get(pair);
    if (known !== undefined) return known;
    const run = font.layout(String.fromCharCode(left, right));
    const [glyph, next] = run.glyphs;
    const kern = glyph && next ? ((run.positions[0]?.xAdvance ?? 0) - glyph.advanceWidth) * scale : 0;
    if (kerning.size >= MOST_PAIRS) kerning.clear();
    kerning.set(pair, kern);
    return kern;
  };
  const hexOf = (drawn: Drawn): string => {
    if (drawn.hex === '') drawn.hex = includeGlyph(embedded, drawn.glyph);
    return drawn.hex;
  };

  // Measured, then drawn: the same text is asked for several times in a row.
  let last = { text: '', width: 0 };
  return {
    widthOf: (text) => {
      if (text === last.text) return last.width;
      let width = 0;
      for (let index = 0; index < text.length; index++) {
        const code = text.charCodeAt(index);
        const { advanceWidth } = glyphOf(code);
        width += advanceWidth + (index + 1 < text.length ? kernOf(code, text.charCodeAt(index + 1)) : 0);
      }
      last = { text, width };
      return width;
    },
    shown: (text) => {
      let [operand, segment] = ['', ''];
      for (let index = 0; index < text.length; index++) {
        const code = text.charCodeAt(index);
        const drawn = glyphOf(code);
        segment += hexOf(drawn);
        const kern = index + 1 < text.length ? kernOf(code, text.charCodeAt(index + 1)) : 0;
        // Added and taken off again, as pdfkit does: what that loses stands in final documents.
        const moved = drawn.advanceWidth + kern - drawn.advanceWidth;
        if (moved === 0) continue;
        operand += `<${segment}> ${pdfNumber(-moved)} `;
        segment = '';
      }
      return segment === '' ? operand.trimEnd() : `${operand}<${segment}> 0`;
    },
  };
}

/** As a PDF has it. */
export const pdfNumber = (value: number): number => Math.round(value * 1e6) / 1e6;

/** A font of a document. */
export type PaperFont = {
  canDraw(codePoint: number): boolean;
  /** Null where a text needs the font's own layout. */
  plainText(text: string): PlainText | null;
  /** Laid out by the font's own rules, from left to right. */
  shape(text: string, direction: Direction): ShapedText;
  /** How a page writes a glyph. */
  hexOf(glyph: Glyph): string;
  /** As a page names it, and what it refers to. */
  readonly id: string;
  ref(): object;
};

/** Registers the fonts in a document. */
export async function addFonts(doc: PDFKit.PDFDocument): Promise<Readonly<Record<FontName, PaperFont>>> {
  // Where a document had a font of its own, ours come after it: their names stand in final documents.
  (doc as unknown as { _fontCount: number })._fontCount = 1;
  const faces = await loadFonts();
  const add = (name: FontName): PaperFont => {
    // pdfkit takes a parsed font as well; its types know files only.
    doc.registerFont(name, ownFace(faces[name]) as unknown as Buffer);
    doc.font(name);
    const embedded = embeddedIn(doc);
    const plain = layPlainText(embedded, name);
    const drawn = new Map<number, boolean>();
    return {
      id: embedded.id,
      ref: () => embedded.ref(),
      plainText: (text) => (PLAIN.test(text) ? plain : null),
      shape: (text, direction) => shapeText(embedded, text, direction),
      hexOf: (glyph) => includeGlyph(embedded, glyph),
      canDraw: (codePoint) => {
        const known = drawn.get(codePoint);
        if (known !== undefined) return known;
        const can = embedded.font.hasGlyphForCodePoint(codePoint);
        drawn.set(codePoint, can);
        return can;
      },
    };
  };
  // In this order they are numbered.
  return { regular: add('regular'), strong: add('strong'), mono: add('mono'), fallback: add('fallback') };
}
