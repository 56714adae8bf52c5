import { yieldThread } from '../lib/yield-thread.ts';
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
import { familiesFor, fileFor, readScriptFile } from './script-files.ts';

/** A glyph with its outline as traced by fontkit, in the requested weight. */
type TracedGlyph = {
  readonly advanceWidth: number;
  readonly path: { readonly commands: readonly { readonly command: string; readonly args: readonly number[] }[] };
};
/** The part of fontkit's TrueType subset that this module uses. */
type OutlineSubset = {
  readonly font: { getGlyph(id: number): TracedGlyph };
  readonly glyf: Uint8Array[];
  readonly loca: { readonly offsets: number[] };
  readonly hmtx: { readonly metrics: { advance: number; bearing: number }[] };
  offset: number;
  _addGlyph(id: number): number;
};

type Point = { readonly x: number; readonly y: number; readonly isOn: boolean };

/**
 * Makes a subset write each glyph as traced. fontkit otherwise copies the file's outlines, which have the default
 * weight. In the Chinese, Japanese and Korean fonts, that weight is a hairline. fontkit's own writer for traced glyphs
 * is incompatible with the installed version of its byte reader.
 */
function writeTraced(subset: object): void {
  const written = subset as OutlineSubset;
  written._addGlyph = (id) => {
    const { advanceWidth, path } = written.font.getGlyph(id);
    const contours = contoursOf(path.commands);
    const { bytes, left } = encode(contours);
    written.glyf.push(bytes);
    written.loca.offsets.push(written.offset);
    written.hmtx.metrics.push({ advance: Math.round(advanceWidth), bearing: left });
    written.offset += bytes.length;
    return written.glyf.length - 1;
  };
}

function contoursOf(commands: TracedGlyph['path']['commands']): Point[][] {
  const contours: Point[][] = [];
  const add = (x: number, y: number, isOn: boolean): void => {
    contours.at(-1)?.push({ x: Math.round(x), y: Math.round(y), isOn });
  };
  for (const { command, args } of commands) {
    const [x = 0, y = 0, toX = 0, toY = 0] = args;
    if (command === 'moveTo') contours.push([]);
    if (command === 'moveTo' || command === 'lineTo') add(x, y, true);
    if (command === 'quadraticCurveTo') {
      add(x, y, false);
      add(toX, toY, true);
    }
  }
  return contours.map(withoutRepeatedEnd).filter(({ length }) => length > 1);
}

/** Removes a repeated last point, because contours in a file are closed implicitly. */
function withoutRepeatedEnd(contour: Point[]): Point[] {
  const [first, last] = [contour[0], contour.at(-1)];
  const isRepeated = contour.length > 1 && first?.x === last?.x && first?.y === last?.y && last?.isOn === true;
  return isRepeated ? contour.slice(0, -1) : contour;
}

/**
 * Encodes a glyph for a `glyf` table. Each point has its own flag and two 16-bit deltas. Returns no bytes for a glyph
 * without an outline.
 */
function encode(contours: readonly (readonly Point[])[]): { bytes: Uint8Array; left: number } {
  const points = contours.flat();
  if (points.length === 0) return { bytes: new Uint8Array(0), left: 0 };
  const size = 10 + 2 * contours.length + 2 + 5 * points.length;
  // Short offsets count pairs of bytes.
  const bytes = Buffer.alloc(Math.ceil(size / 4) * 4);
  let at = bytes.writeInt16BE(contours.length, 0);
  const edges = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  for (const { x, y } of points) {
    edges.left = Math.min(edges.left, x);
    edges.bottom = Math.min(edges.bottom, y);
    edges.right = Math.max(edges.right, x);
    edges.top = Math.max(edges.top, y);
  }
  for (const edge of [edges.left, edges.bottom, edges.right, edges.top]) at = bytes.writeInt16BE(edge, at);
  let end = -1;
  for (const { length } of contours) {
    end += length;
    at = bytes.writeUInt16BE(end, at);
  }
  // Omit the instructions, which apply only to the points of the default weight.
  at = bytes.writeUInt16BE(0, at);
  for (const { isOn } of points) at = bytes.writeUInt8(isOn ? 1 : 0, at);
  for (const axis of ['x', 'y'] as const) {
    let before = 0;
    for (const point of points) {
      at = bytes.writeInt16BE(point[axis] - before, at);
      before = point[axis];
    }
  }
  return { bytes, left: edges.left };
}

/** A document's font for one script, or for a part of the Chinese, Japanese and Korean characters. */
export type ScriptFont = {
  canDraw(codePoint: number): boolean;
  shape(text: string, direction: Direction): ShapedText;
  hexOf(glyph: Glyph): string;
  /** Whether the font contains pictograms. Its space is as wide as a pictogram. */
  readonly isPictures: boolean;
  readonly id: string;
  ref(): object;
};

export type ScriptFonts = {
  /**
   * Returns the font for a cluster in a text, in the weight of one of the document's fonts; null if no font has the
   * cluster.
   */
  fontFor(cluster: string, text: string, like: FontName): ScriptFont | null;
};

type VariableFace = Face & {
  readonly variationAxes: { readonly wght?: { readonly default: number } };
  getVariation(settings: { readonly wght: number }): Face;
};
/** A file with its parsed faces, by weight. */
type LoadedFile = { readonly bytes: Buffer; readonly faces: Map<number, Face> };

/** Cached files that recent documents used. Parsing the file for a short document takes 10 ms to 200 ms (measured). */
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
 * Loads only the fonts that the texts need besides Inter and DejaVu; most documents need none. A font is embedded when
 * text is first drawn in it.
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
      await yieldThread();
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
      // One line may contain names from several countries, which need different regional fonts.
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

/** Matches characters above the range that Inter covers completely. */
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

/** Parses a font with a separate parser, because a document numbers each font that it opens. */
function parse(bytes: Buffer, doc: PDFKit.PDFDocument): VariableFace {
  const Parser = doc.constructor as new (options: object) => PDFKit.PDFDocument;
  const parser = new Parser({ autoFirstPage: false, font: '' });
  parser.font(bytes);
  return embeddedIn(parser).font as VariableFace;
}

/**
 * Returns a document's own view of a parsed font. The view records which characters a glyph represents at each position
 * in this document. In Arabic, one shape serves several letters, with separate dots. pdfkit identifies fonts by name
 * and file, so each weight has its own name.
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

/** Returns a function that adds a glyph once for each text that it represents, so that copied text is correct. */
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
  // pdfkit also accepts a parsed font, but its types only allow files.
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
