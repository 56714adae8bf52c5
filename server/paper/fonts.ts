import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { singleFlight } from '../lib/single-flight.ts';
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

/**
 * Inter (OFL-1.1) for text, DejaVu Sans (Bitstream Vera license) for scripts that Inter lacks, and DejaVu Sans Mono for
 * identifiers.
 */
const FILES = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  strong: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  mono: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  fallback: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
} as const;

export type FontName = keyof typeof FILES;

/** Internal glyph data that fontkit caches and reads when it writes a subset. */
type InnerGlyph = Glyph & { _metrics?: object; _getMetrics(): object; _decode(): Outline };
type Outline = { readonly numberOfContours: number; readonly components?: readonly object[] } | null;
/** A character as drawn in a document. `hex` is the character's code in that document, set on first use. */
type Drawn = { readonly glyph: Glyph; readonly advanceWidth: number; hex: string };

/**
 * Matches text in which each character is drawn as one glyph. This is true for all matched characters, up to the
 * Cyrillic block. Combining marks need the full layout.
 */
const PLAIN = /^[\u0020-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2212]*$/u;

/**
 * Kerning per pair of characters, cached across documents, because a lookup takes a millisecond (measured). The mono
 * font has no kerning.
 */
const KERNINGS: Readonly<Record<FontName, Map<number, number> | null>> = {
  regular: new Map(),
  strong: new Map(),
  mono: null,
  fallback: new Map(),
};
const MOST_PAIRS = 20_000;

/** Cached glyph IDs of the tabular digits, by font. Finding them takes half the time of a short document (measured). */
const TABULAR_DIGITS = new Map<FontName, readonly number[]>();
const DIGITS = '0123456789';

type SharedFace = { readonly face: Face; readonly outlines: Map<number, Outline> };

/**
 * Reads the font files from their packages and parses them once per process. When each document parsed them, parsing
 * took half of the drawing time of a short document (measured).
 */
const loadFonts = singleFlight('unless it fails', async (): Promise<Readonly<Record<FontName, SharedFace>>> => {
  const { resolve } = createRequire(import.meta.url);
  const { default: PDFDocument } = await import('pdfkit');
  const parser = new PDFDocument({ autoFirstPage: false, font: '' });
  const parse = async (name: FontName): Promise<SharedFace> => {
    parser.font(await readFile(resolve(FILES[name])));
    return { face: embeddedIn(parser).font, outlines: new Map() };
  };
  return {
    regular: await parse('regular'),
    strong: await parse('strong'),
    mono: await parse('mono'),
    fallback: await parse('fallback'),
  };
});

/**
 * Returns a document's own view of a parsed font. A document records which characters each glyph represents, and a font
 * object remembers only the first of them. Each document needs its own font object; otherwise its bytes would depend on
 * earlier documents. All documents share measured and parsed glyph data.
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

/** Returns a glyph's components. Omits its points, which aren't needed to write the glyph. */
function outlineOf(glyph: InnerGlyph, outlines: Map<number, Outline>): Outline {
  const known = outlines.get(glyph.id);
  if (known !== undefined) return known;
  const decoded = glyph._decode();
  const { numberOfContours, components } = decoded ?? {};
  const outline = numberOfContours === undefined ? null : { numberOfContours, ...(components && { components }) };
  outlines.set(glyph.id, outline);
  return outline;
}

/** Lays out plain text in one of a document's fonts. */
type PlainText = {
  /** Returns the width in thousandths of the font size. */
  widthOf(text: string): number;
  /** Returns the operand for a PDF's TJ operator: glyphs with their kerning. */
  shown(text: string): string;
};

/**
 * Lays out plain text glyph by glyph, using cached widths, kerning and tabular digits. A table of 5,000 rows takes 0.6
 * s instead of 16 s with the font's own layout and `tnum` (measured).
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

  // Callers measure text and then draw it, so the same text is often measured several times in a row.
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
        // Add and subtract as pdfkit does, because final documents contain pdfkit's rounding error.
        const moved = drawn.advanceWidth + kern - drawn.advanceWidth;
        if (moved === 0) continue;
        operand += `<${segment}> ${pdfNumber(-moved)} `;
        segment = '';
      }
      return segment === '' ? operand.trimEnd() : `${operand}<${segment}> 0`;
    },
  };
}

/** Rounds a number as in PDF content. */
export const pdfNumber = (value: number): number => Math.round(value * 1e6) / 1e6;

/** A font in a document. */
export type PaperFont = {
  canDraw(codePoint: number): boolean;
  /** Returns null if the text needs the font's own layout. */
  plainText(text: string): PlainText | null;
  /** Shapes text using the font's own rules. Glyphs are ordered from left to right. */
  shape(text: string, direction: Direction): ShapedText;
  /** Returns a glyph's code in page content. */
  hexOf(glyph: Glyph): string;
  /** The font's resource name on a page. `ref` returns the object to which that name refers. */
  readonly id: string;
  ref(): object;
};

/** Registers the fonts in a document. */
export async function addFonts(doc: PDFKit.PDFDocument): Promise<Readonly<Record<FontName, PaperFont>>> {
  // Start at 1, because earlier versions registered a default font first. Final documents contain the resulting font
  // names.
  (doc as unknown as { _fontCount: number })._fontCount = 1;
  const faces = await loadFonts();
  const add = (name: FontName): PaperFont => {
    // pdfkit also accepts a parsed font, but its types only allow files.
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
  // The order determines the fonts' numbers.
  return { regular: add('regular'), strong: add('strong'), mono: add('mono'), fallback: add('fallback') };
}
