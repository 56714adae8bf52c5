import { letOthersIn } from '../lib/let-others-in.ts';
import { clustersOf } from './clusters.ts';
import {
  type Direction,
  type EmbeddedFont,
  embeddedIn,
  type Face,
  type Glyph,
  type ShapedText,
  shapeText,
} from './embedded-font.ts';
import type { FontName } from './fonts.ts';
import { writeTraced } from './outline-subset.ts';
import { familiesFor, fileFor, readScriptFile } from './script-files.ts';

/** A font of a document for one script, or for a part of the Chinese, Japanese and Korean characters. */
export type ScriptFont = {
  canDraw(codePoint: number): boolean;
  shape(text: string, direction: Direction): ShapedText;
  hexOf(glyph: Glyph): string;
  /** Its space is as wide as a picture. */
  readonly isPictures: boolean;
  readonly id: string;
  ref(): object;
};

export type ScriptFonts = {
  /** The font of a cluster in a text, of the same weight as one of the document's; null where no font has it. */
  fontFor(cluster: string, text: string, like: FontName): ScriptFont | null;
};

type VariableFace = Face & {
  readonly variationAxes: { readonly wght?: { readonly default: number } };
  getVariation(settings: { readonly wght: number }): Face;
};
/** A file with what was parsed of it, by weight. */
type LoadedFile = { readonly bytes: Buffer; readonly faces: Map<number, Face> };

/** What the last documents drew with; a short document parses its file in some 10 ms to 200 ms (measured). */
const loaded = new Map<string, Promise<LoadedFile>>();
const MOST_LOADED = 24;

function load(file: string): Promise<LoadedFile> {
  const known = loaded.get(file);
  loaded.delete(file);
  const work = known ?? readScriptFile(file).then((bytes) => ({ bytes, faces: new Map() }));
  loaded.set(file, work);
  work.catch(() => loaded.delete(file));
  const [oldest] = loaded.keys();
  if (loaded.size > MOST_LOADED && oldest !== undefined) loaded.delete(oldest);
  return work;
}

const REGULAR = 400;
const SEMI_BOLD = 600;

/**
 * Reads the fonts that texts need beside Inter and DejaVu, and no others: most documents need none. They become a part of a document
 * with the first text that is drawn in them.
 */
export async function loadScriptFonts(doc: PDFKit.PDFDocument, texts: Iterable<string>): Promise<ScriptFonts> {
  const fileByCluster = new Map<string, string | null>();
  const anyFile = new Map<string, string>();
  for (const text of texts) {
    if (!NEEDS_MORE.test(text)) continue;
    for (const cluster of clustersOf(text)) {
      const families = familiesFor(cluster, text);
      const key = keyOf(cluster, families);
      if (families.length === 0 || fileByCluster.has(key)) continue;
      const file = await fileFor(cluster, families);
      await letOthersIn();
      fileByCluster.set(key, file);
      if (file !== null) anyFile.set(cluster, file);
    }
  }
  const files = new Map<string, LoadedFile>();
  for (const file of new Set(fileByCluster.values())) if (file !== null) files.set(file, await load(file));
  const fonts = new Map<string, ScriptFont>();
  return {
    fontFor: (cluster, text, like) => {
      const families = familiesFor(cluster, text);
      // Names that stand in one line may be of several countries.
      const file = fileByCluster.get(keyOf(cluster, families)) ?? anyFile.get(cluster);
      const known = file === undefined ? undefined : files.get(file);
      if (file === undefined || known === undefined) return null;
      const weight = like === 'strong' ? SEMI_BOLD : REGULAR;
      const name = `${file} ${weight}`;
      const font = fonts.get(name) ?? addFont(doc, name, faceOf(known, weight, doc));
      fonts.set(name, font);
      return font;
    },
  };
}

/** Below them every character is one of Inter's. */
const NEEDS_MORE = /[^\0-\u058f]/;
const keyOf = (cluster: string, families: readonly string[]): string => `${families[0]} ${cluster}`;

function faceOf({ bytes, faces }: LoadedFile, weight: number, doc: PDFKit.PDFDocument): Face {
  const known = faces.get(weight);
  if (known !== undefined) return known;
  const plain = parse(bytes, doc);
  const { wght } = plain.variationAxes;
  const face = wght === undefined || wght.default === weight ? plain : plain.getVariation({ wght: weight });
  faces.set(weight, face);
  return face;
}

/** A parser of its own: a document numbers each font it opens. */
function parse(bytes: Buffer, doc: PDFKit.PDFDocument): VariableFace {
  const Parser = doc.constructor as new (options: object) => PDFKit.PDFDocument;
  const parser = new Parser({ autoFirstPage: false, font: '' });
  parser.font(bytes);
  return embeddedIn(parser).font as VariableFace;
}

/**
 * A document's own view of a parsed font: which characters a glyph stands for is what this document says, and where it is said. In Arabic
 * one shape is drawn for several letters, with their dots beside it. pdfkit takes fonts of one name and file for one, so each weight
 * has a name of its own.
 */
function ownView(face: Face, name: string): Face {
  const { getGlyph } = face;
  const own: Face = Object.create(face, {
    _glyphs: { value: {} },
    postscriptName: { value: name },
    getGlyph: {
      value: (id: number, codePoints: readonly number[] = []): Glyph => {
        const glyph = getGlyph.call(own, id, codePoints);
        const isSame = String(glyph.codePoints) === String(codePoints);
        return isSame ? glyph : Object.create(glyph, { codePoints: { value: codePoints } });
      },
    },
  });
  return own;
}

/** A glyph is a part of a document's font once for each text that it stands for: who copies it gets that. */
function includeWithText({ subset, widths, unicode, scale }: EmbeddedFont): (glyph: Glyph) => string {
  const { glyphs } = subset as unknown as { readonly glyphs: number[] };
  const places = new Map<string, string>();
  return ({ advanceWidth, codePoints, id }) => {
    const key = `${id} ${codePoints}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = glyphs.push(id) - 1;
    widths[place] = advanceWidth * scale;
    unicode[place] = codePoints;
    const hex = place.toString(16).padStart(4, '0');
    places.set(key, hex);
    return hex;
  };
}

function addFont(doc: PDFKit.PDFDocument, name: string, face: Face): ScriptFont {
  // pdfkit takes a parsed font as well; its types know files only.
  doc.registerFont(
    name,
    ownView(face, name.replace(/^.*\//, '').replace(/-wght-normal\.woff2 /, '-')) as unknown as Buffer,
  );
  doc.font(name);
  const embedded: EmbeddedFont = embeddedIn(doc);
  writeTraced(embedded.subset);
  return {
    canDraw: (codePoint) => embedded.font.hasGlyphForCodePoint(codePoint),
    shape: (text, direction) => shapeText(embedded, text, direction),
    hexOf: includeWithText(embedded),
    isPictures: name.includes('/noto-emoji'),
    id: embedded.id,
    ref: () => embedded.ref(),
  };
}
