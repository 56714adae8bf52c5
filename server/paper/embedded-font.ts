export type Glyph = { readonly id: number; readonly advanceWidth: number; readonly codePoints: readonly number[] };
export type Direction = 'ltr' | 'rtl';

type Position = { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number };

/** A parsed font file: the part of fontkit's font that this module uses. */
export type Face = {
  layout(
    text: string,
    features?: readonly string[],
    script?: string,
    language?: string,
    direction?: Direction,
  ): { glyphs: Glyph[]; positions: Position[] };
  glyphForCodePoint(codePoint: number): Glyph;
  getGlyph(id: number, codePoints?: readonly number[]): Glyph;
  hasGlyphForCodePoint(codePoint: number): boolean;
};

/** The part of pdfkit's embedded font that this module uses. pdfkit's types do not describe it. */
export type EmbeddedFont = {
  readonly font: Face;
  /** Factor from font units to thousandths of an em. */
  readonly scale: number;
  /** The font's resource name on pages. */
  readonly id: string;
  readonly subset: { includeGlyph(id: number): number };
  /** By glyph index in the document: the glyph's width, and the characters that it represents. */
  readonly widths: number[];
  readonly unicode: (readonly number[])[];
  ref(): object;
};

export const embeddedIn = (doc: PDFKit.PDFDocument): EmbeddedFont => (doc as unknown as { _font: EmbeddedFont })._font;

/** Adds a glyph to the document's font on first use. Returns its code in page content. */
export function includeGlyph({ subset, widths, unicode, scale }: EmbeddedFont, glyph: Glyph): string {
  const place = subset.includeGlyph(glyph.id);
  widths[place] ??= glyph.advanceWidth * scale;
  unicode[place] ??= glyph.codePoints;
  return place.toString(16).padStart(4, '0');
}

/**
 * A glyph with its position and width. Units are thousandths of the font size, measured from the start of its run on
 * the baseline.
 */
type PlacedGlyph = { readonly glyph: Glyph; readonly x: number; readonly y: number; readonly width: number };
/** A run of text in one font and direction. Glyphs are ordered from left to right. */
export type ShapedText = { readonly glyphs: readonly PlacedGlyph[]; readonly width: number };

const BURMESE = /[\u1000-\u109f]/;
/** Font features for below-base, post-base and pre-base forms. */
const BURMESE_FEATURES = ['rphf', 'pref', 'blwf', 'pstf', 'pres', 'abvs', 'blws', 'psts'];
/** Matches a letter with its stacked consonants, its medials in order, and the vowel drawn before it. */
const BURMESE_SYLLABLE =
  /([\u1000-\u102a\u103f\u1050-\u1055\u1075-\u1081]\u103a?(?:\u1039[\u1000-\u1021])*)(\u103b?)(\u103c?)(\u103d?\u103e?)(\u1031?)/g;

/**
 * Reorders Burmese text for drawing, because fontkit reorders the glyphs of all other scripts but not of Burmese. The
 * vowel e and the medial ra are drawn before their letter.
 */
const inDrawnOrder = (text: string): string => text.replace(BURMESE_SYLLABLE, '$5$3$1$2$4');

/** Shapes a run using the font's own rules, which join letters, position marks and reorder syllables. */
export function shapeText({ font, scale }: EmbeddedFont, text: string, direction: Direction): ShapedText {
  mendAnchors(font);
  const isBurmese = BURMESE.test(text);
  const { glyphs, positions } = isBurmese
    ? font.layout(inDrawnOrder(text), BURMESE_FEATURES, undefined, undefined, direction)
    : font.layout(text, undefined, undefined, undefined, direction);
  let pen = 0;
  const placed = glyphs.map((glyph, at): PlacedGlyph => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
    const x = (pen + xOffset) * scale;
    pen += xAdvance;
    return { glyph, x, y: yOffset * scale, width: glyph.advanceWidth * scale };
  });
  return { glyphs: placed, width: pen * scale };
}

/** The part of fontkit's layout that positions marks. */
type MarkPlacer = {
  applyAnchor(mark: object, anchor: object | null, glyphAt: number): void;
  applyLookup(type: number, table: object): boolean;
};
type LaidOut = Face & {
  readonly _layoutEngine: { readonly engine?: { readonly GPOSProcessor?: MarkPlacer | null } | null };
};
const mended = new WeakSet<Face>();

/** Patches fontkit, which fails if a letter has no anchor for a mark in one table, even if the next table has one. */
function mendAnchors(font: Face): void {
  if (mended.has(font)) return;
  mended.add(font);
  const placer = (font as LaidOut)._layoutEngine.engine?.GPOSProcessor;
  if (!placer) return;
  const [applyAnchor, applyLookup] = [placer.applyAnchor.bind(placer), placer.applyLookup.bind(placer)];
  let isMissing = false;
  placer.applyAnchor = (mark, anchor, glyphAt) => {
    isMissing = anchor === null;
    if (!isMissing) applyAnchor(mark, anchor, glyphAt);
  };
  placer.applyLookup = (type, table) => {
    isMissing = false;
    return applyLookup(type, table) && !isMissing;
  };
}
