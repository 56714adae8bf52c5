import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { sharedWork } from '../lib/shared-work.ts';

/** Inter (OFL-1.1) for text, DejaVu Sans (Bitstream Vera licence) for scripts Inter lacks, DejaVu Sans Mono for identifiers. */
const FILES = {
  regular: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  strong: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  mono: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  fallback: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
} as const;

export type FontName = keyof typeof FILES;

type Glyph = { readonly id: number; readonly advanceWidth: number };
/** What fontkit keeps of a glyph and asks it for while a subset is written. */
type InnerGlyph = Glyph & { _metrics?: object; _getMetrics(): object; _decode(): Outline };
type Outline = { readonly numberOfContours: number; readonly components?: readonly object[] } | null;
type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number; advanceWidth: number };
type Run = { glyphs: Glyph[]; positions: Position[]; advanceWidth: number };

/** A parsed font file: the part of fontkit's font that is used here. */
type Face = {
  layout(text: string, features?: readonly string[]): { glyphs: Glyph[]; positions: { xAdvance: number }[] };
  glyphForCodePoint(codePoint: number): Glyph;
  getGlyph(id: number, codePoints?: readonly number[]): Glyph;
  hasGlyphForCodePoint(codePoint: number): boolean;
};

/** The part of pdfkit's embedded font that is used here; its types do not describe it. */
type EmbeddedFont = {
  readonly font: Face;
  /** Font units to thousandths of an em. */
  readonly scale: number;
  layout(text: string, features?: readonly string[], onlyWidth?: boolean): Run;
};

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
const loadFonts = sharedWork('unless it fails', async (): Promise<ReadonlyMap<FontName, SharedFace>> => {
  const { resolve } = createRequire(import.meta.url);
  const { default: PDFDocument } = await import('pdfkit');
  const parser = new PDFDocument({ autoFirstPage: false, font: '' });
  const faces = new Map<FontName, SharedFace>();
  for (const name of ['regular', 'strong', 'mono', 'fallback'] as const) {
    parser.font(await readFile(resolve(FILES[name])));
    faces.set(name, { face: embeddedIn(parser).font, outlines: new Map() });
  }
  return faces;
});

const embeddedIn = (doc: PDFKit.PDFDocument): EmbeddedFont => (doc as unknown as { _font: EmbeddedFont })._font;

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

/**
 * Lays plain text out glyph by glyph with remembered widths and kerning, and digits of equal width: a table of 5,000
 * rows takes 0.6 s instead of 16 s with the font's own layout and `tnum` (measured). Other text goes the long way.
 */
function addFastLayout(embedded: EmbeddedFont, name: FontName): void {
  const kerning = KERNINGS[name];
  const { font, scale } = embedded;
  const fullLayout = embedded.layout.bind(embedded);
  const known = TABULAR_DIGITS.get(name) ?? font.layout(DIGITS, ['tnum']).glyphs.map(({ id }) => id);
  TABULAR_DIGITS.set(name, known);
  const tabularDigits = known.map((id, digit) => font.getGlyph(id, [DIGITS.charCodeAt(digit)]));
  const glyphs = new Map<number, Glyph>();

  const glyphOf = (code: number): Glyph => {
    const known = glyphs.get(code);
    if (known) return known;
    const glyph = tabularDigits[code - 48] ?? font.glyphForCodePoint(code);
    glyphs.set(code, glyph);
    return glyph;
  };
  const isDigit = (code: number): boolean => tabularDigits[code - 48] !== undefined;
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

  // Measured, then drawn: the same text is asked for several times in a row.
  let last: { readonly text: string; readonly run: Run } | undefined;
  embedded.layout = (text, features, onlyWidth) => {
    if (text === last?.text) return last.run;
    if (!PLAIN.test(text)) return fullLayout(text, features, onlyWidth);
    const run: Run = { glyphs: [], positions: [], advanceWidth: 0 };
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      const glyph = glyphOf(code);
      const advanceWidth = glyph.advanceWidth * scale;
      const kern = index + 1 < text.length ? kernOf(code, text.charCodeAt(index + 1)) : 0;
      run.glyphs.push(glyph);
      run.positions.push({ xAdvance: advanceWidth + kern, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth });
      run.advanceWidth += advanceWidth + kern;
    }
    last = { text, run };
    return run;
  };
}

/** Registers the fonts in a document; answers whether a font can draw a character. */
export async function addFonts(doc: PDFKit.PDFDocument): Promise<(name: FontName, codePoint: number) => boolean> {
  const embedded = new Map<FontName, { font: Face; drawn: Map<number, boolean> }>();
  // Where a document had a font of its own, ours come after it: their names stand in final documents.
  (doc as unknown as { _fontCount: number })._fontCount = 1;
  for (const [name, shared] of await loadFonts()) {
    // pdfkit takes a parsed font as well; its types know files only.
    doc.registerFont(name, ownFace(shared) as unknown as Buffer);
    doc.font(name);
    const font = embeddedIn(doc);
    addFastLayout(font, name);
    embedded.set(name, { font: font.font, drawn: new Map() });
  }
  return (name, codePoint) => {
    const face = embedded.get(name);
    const known = face?.drawn.get(codePoint);
    if (face === undefined || known !== undefined) return known ?? false;
    const drawn = face.font.hasGlyphForCodePoint(codePoint);
    face.drawn.set(codePoint, drawn);
    return drawn;
  };
}
