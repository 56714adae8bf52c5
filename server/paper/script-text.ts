import bidiFactory from 'bidi-js';
import { clustersOf, isPicture } from './clusters.ts';
import type { Direction, ShapedText } from './embedded-font.ts';
import { type FontName, type PaperFont, pdfNumber } from './fonts.ts';
import { inLatinLetters } from './latin-letters.ts';
import { printableName } from './printable-name.ts';
import { familiesFor, isIgnorable } from './script-files.ts';
import type { ScriptFont, ScriptFonts } from './script-fonts.ts';
import { inFull, plainOperators, type Spot, type TextSetter, writeText } from './text-setter.ts';

type Fonts = Readonly<Record<FontName, PaperFont>>;
type AnyFont = PaperFont | ScriptFont;
/** A run in one font and direction, in reading order. Odd levels run from right to left. */
type Stretch = { readonly font: AnyFont; text: string; readonly level: number };
/**
 * A run after layout. A plain run has the operand of a TJ operator, and a shaped run has its glyphs. Widths are in
 * thousandths of the font size.
 */
type Laid = { readonly font: AnyFont; readonly width: number } & (
  | { readonly plain: () => string }
  | { readonly shaped: ShapedText }
);
/** A line's runs, ordered from left to right. */
type LaidLine = {
  readonly laid: readonly Laid[];
  /** Whether the glyphs' order differs from the reading order. */
  readonly isReordered: boolean;
};

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const RIGHT_TO_LEFT_MARK = '\u200f';
const LATIN = /^[\x20-\x7e]*$/;
/**
 * Maximum number of cached layouts. Callers measure text and then draw it, so the same text is often laid out several
 * times in a row.
 */
const MOST_KEPT = 64;
const MOST_SHAPES = 1_000;

/**
 * Creates a text setter for any script, which uses the script's own order and shapes. Arabic and Hebrew run from right
 * to left (Unicode bidirectional algorithm). Letters are joined, and marks are positioned. Text that no font contains
 * is transliterated to Latin letters.
 */
export function createScriptText(doc: PDFKit.PDFDocument, fonts: Fonts, scripts: ScriptFonts): TextSetter {
  const bidi = bidiFactory();
  const kept = new Map<string, LaidLine>();
  const shapes = new Map<string, ShapedText>();

  const lay = (text: string, font: FontName): LaidLine => {
    const key = `${font} ${text}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const stretches = stretchesOf(text, font);
    const laid = inDrawnOrder(stretches).map(layOut);
    const isReordered = !RIGHT_TO_LEFT.test(text) && laid.some((one) => 'shaped' in one);
    const line = { laid, isReordered };
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, line);
    return line;
  };

  function stretchesOf(text: string, font: FontName): Stretch[] {
    if (LATIN.test(text)) return [{ font: fonts[font], text, level: 0 }];
    const found = RIGHT_TO_LEFT.test(text) ? bidi.getEmbeddingLevels(text) : null;
    const mirrored = found === null ? null : bidi.getMirroredCharactersMap(text, found.levels);
    const stretches: Stretch[] = [];
    const add = (own: AnyFont, part: string, level: number): void => {
      const last = stretches.at(-1);
      if (part === '') return;
      if (last !== undefined && last.font === own && last.level === level) last.text += part;
      else stretches.push({ font: own, text: part, level });
    };
    let at = 0;
    for (const cluster of clustersOf(text)) {
      const level = found?.levels[at] ?? 0;
      const shown = mirrored?.get(at) ?? cluster;
      at += cluster.length;
      const before = stretches.at(-1)?.font;
      const own = fontOf(shown, text, { font, before });
      if (own !== null) add(own, drawable(shown, own), level);
      else
        for (const character of shown) {
          const codePoint = character.codePointAt(0) ?? 0;
          const one = [fonts[font], fonts.fallback].find((each) => each.canDraw(codePoint));
          // Latin letters always run from left to right.
          if (one === undefined)
            add(fonts[font], isIgnorable(character) ? '' : inLatinLetters(character), level + (level % 2));
          else add(one, character, level);
        }
    }
    return stretches;
  }

  function fontOf(
    cluster: string,
    text: string,
    { font, before }: { readonly font: FontName; readonly before: AnyFont | undefined },
  ): AnyFont | null {
    const [own, { fallback }] = [fonts[font], fonts];
    const families = familiesFor(cluster, text);
    const isFirst = families.length > 0 && (families[0] !== 'emoji' || isPicture(cluster));
    const script = () => scripts.fontFor(cluster, text, font);
    if (isFirst) {
      const found = script();
      if (found !== null) return found;
    }
    // Spaces and punctuation between a script's words use that script's font.
    const isWord = before !== undefined && !('isPictures' in before && before.isPictures);
    const isBetween = isWord && before !== own && /^[\p{P}\p{M}\p{Z}\u200c\u200d]+$/u.test(cluster);
    if (isBetween && draws(before, cluster)) return before;
    if (draws(own, cluster)) return own;
    return draws(fallback, cluster) ? fallback : isFirst ? null : script();
  }

  /** Drops joiners and selectors that the font lacks, because the font would draw an empty box for each of them. */
  const drawable = (cluster: string, font: AnyFont): string =>
    [...cluster].filter((one) => !isIgnorable(one) || font.canDraw(one.codePointAt(0) ?? 0)).join('');

  /** Shapes a run. Results are cached, because names repeat in a table's rows. */
  function shape(font: AnyFont, text: string, direction: Direction): ShapedText {
    const key = `${font.id} ${direction} ${text}`;
    const known = shapes.get(key) ?? font.shape(text, direction);
    if (shapes.size >= MOST_SHAPES) shapes.clear();
    shapes.set(key, known);
    return known;
  }

  function layOut({ font, text, level }: Stretch): Laid {
    const isBackwards = level % 2 === 1;
    const plain = 'plainText' in font ? font.plainText(text) : null;
    if (plain === null) {
      const shaped = shape(font, text, isBackwards ? 'rtl' : 'ltr');
      return { font, width: shaped.width, shaped };
    }
    const drawn = isBackwards ? [...text].reverse().join('') : text;
    return { font, width: plain.widthOf(drawn), plain: () => plain.shown(drawn) };
  }

  return {
    printable: printableName,
    characters: clustersOf,
    parts: (text, fits) =>
      partsOf(text).flatMap((part) => (LATIN.test(part) || fits(part) ? [part] : clustersOf(part))),
    lineOf: (text, line) => {
      const runsBack = (one: string) => (bidi.getEmbeddingLevels(one).paragraphs[0]?.level ?? 0) % 2 === 1;
      return RIGHT_TO_LEFT.test(text) && runsBack(text) && !runsBack(line) ? `${RIGHT_TO_LEFT_MARK}${line}` : line;
    },
    widthOf: (text, font, size) => lay(text, font).laid.reduce((all, { width }) => all + inFull(width, size), 0),
    write: (text, font, spot) => {
      if (text === '') return;
      const { laid, isReordered } = lay(text, font);
      const used = laid.map((one) => one.font);
      writeText(doc, used, (height) => {
        const shown = operatorsOf(laid, spot, height);
        // Copying and searching use the text in reading order. PDF readers reverse right-to-left text automatically.
        return isReordered ? `/Span <</ActualText <${utf16(text)}>>> BDC\n${shown}\nEMC` : shown;
      });
    },
  };
}

const draws = (font: AnyFont, cluster: string): boolean =>
  [...cluster].every((one) => isIgnorable(one) || font.canDraw(one.codePointAt(0) ?? 0));

/**
 * Splits text into words. Scripts without spaces are split after each character, together with punctuation that can't
 * begin a line.
 */
const partsOf = (text: string): readonly string[] =>
  text.split(/(?<= )/).flatMap((word) => word.match(EAST_ASIAN_PARTS) ?? [word]);
const EAST_ASIAN_PARTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\p{M}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々、。，．！？：；）」』】〉》…]* ?|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]).)+/gu;

/**
 * Applies rule L2 of the Unicode bidirectional algorithm to runs: from the highest level down, reverses each sequence
 * at that level or above.
 */
function inDrawnOrder(stretches: readonly Stretch[]): readonly Stretch[] {
  let drawn = [...stretches];
  const highest = drawn.reduce((most, { level }) => (level > most ? level : most), 0);
  for (let level = highest; level > 0; level -= 1) {
    const turned: Stretch[] = [];
    let group: Stretch[] = [];
    for (const one of drawn) {
      if (one.level >= level) group.unshift(one);
      else {
        for (const last of group) turned.push(last);
        turned.push(one);
        group = [];
      }
    }
    drawn = [...turned, ...group];
  }
  return drawn;
}

/** Returns the operators that draw the runs, from left to right. */
function operatorsOf(laid: readonly Laid[], { x, y, size }: Spot, height: number): string {
  let left = x;
  const shown = laid.map((one) => {
    const spot = { x: left, y, size };
    left += inFull(one.width, size);
    return 'plain' in one ? plainOperators(one.font, one.plain(), spot, height) : shapedOperators(one, spot, height);
  });
  return shown.join('\n');
}

/** Returns the operators that draw the glyphs, each moved to its position and raised or lowered as needed. */
function shapedOperators(
  { font, shaped }: { readonly font: AnyFont; readonly shaped: ShapedText },
  { x, y, size }: Spot,
  height: number,
): string {
  const lines = [`1 0 0 1 ${pdfNumber(x)} ${pdfNumber(height - y)} Tm`, `/${font.id} ${pdfNumber(size)} Tf`];
  let [operand, pen, raised] = ['', 0, 0];
  const show = (): void => {
    if (operand !== '') lines.push(`[${operand.trim()}] TJ`);
    operand = '';
  };
  const raise = (to: number): void => {
    if (to === raised) return;
    show();
    lines.push(`${pdfNumber(inFull(to, size))} Ts`);
    raised = to;
  };
  for (const { glyph, width, x: left, y: up } of shaped.glyphs) {
    raise(up);
    const moved = pdfNumber(pen - left);
    operand += `${moved === 0 ? '' : ` ${moved} `}<${font.hexOf(glyph)}>`;
    pen = left + width;
  }
  raise(0);
  show();
  return lines.join('\n');
}

function utf16(text: string): string {
  const hex = [...Buffer.from(text.replace(RIGHT_TO_LEFT_MARK, ''), 'utf16le').swap16()];
  return `feff${hex.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
