import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { singleFlight } from '../lib/single-flight.ts';

/** Noto Sans (OFL-1.1) families by Unicode block, for scripts that Inter and DejaVu lack or draw badly. */
const BLOCKS: readonly (readonly [family: string, ...ranges: readonly (readonly [number, number])[]])[] = [
  ['hebrew', [0x0590, 0x05ff], [0xfb1d, 0xfb4f]],
  ['arabic', [0x0600, 0x06ff], [0x0750, 0x077f], [0x0870, 0x08ff], [0xfb50, 0xfdff], [0xfe70, 0xfefe]],
  ['devanagari', [0x0900, 0x097f], [0xa8e0, 0xa8ff]],
  ['bengali', [0x0980, 0x09ff]],
  ['gurmukhi', [0x0a00, 0x0a7f]],
  ['gujarati', [0x0a80, 0x0aff]],
  ['oriya', [0x0b00, 0x0b7f]],
  ['tamil', [0x0b80, 0x0bff]],
  ['telugu', [0x0c00, 0x0c7f]],
  ['kannada', [0x0c80, 0x0cff]],
  ['malayalam', [0x0d00, 0x0d7f]],
  ['sinhala', [0x0d80, 0x0dff]],
  ['thai', [0x0e00, 0x0e7f]],
  ['lao', [0x0e80, 0x0eff]],
  ['myanmar', [0x1000, 0x109f], [0xa9e0, 0xa9ff], [0xaa60, 0xaa7f]],
  ['ethiopic', [0x1200, 0x139f], [0x2d80, 0x2ddf], [0xab00, 0xab2f]],
  ['khmer', [0x1780, 0x17ff], [0x19e0, 0x19ff]],
];
/** Matches characters in Chinese, Japanese and Korean text. A lookup finds the font that contains each character. */
const EAST_ASIAN =
  /[\u1100-\u11ff\u2e80-\u2fdf\u3000-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{1b000}-\u{1b16f}\u{20000}-\u{323af}]/u;
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/**
 * Returns the regional fonts for a text, in order of preference. Each of these fonts draws the same ideographs
 * differently.
 */
function eastAsianOrder(text: string): readonly string[] {
  if (/[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f]/.test(text)) return ['jp', 'sc', 'tc', 'kr'];
  if (/[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/.test(text)) return ['kr', 'sc', 'tc', 'jp'];
  return /[\u3100-\u312f\u31a0-\u31bf]/.test(text) ? ['tc', 'sc', 'jp', 'kr'] : ['sc', 'tc', 'jp', 'kr'];
}

/**
 * Returns the font families for a character, best first. Returns an empty list for characters that Inter and DejaVu
 * contain.
 */
export function familiesFor(character: string, text: string): readonly string[] {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x590) return [];
  const block = BLOCKS.find(([, ...ranges]) => ranges.some(([from, to]) => codePoint >= from && codePoint <= to));
  if (block !== undefined) return [block[0]];
  if (EAST_ASIAN.test(character)) return eastAsianOrder(text);
  return PICTURE.test(character) ? ['emoji'] : [];
}

/** A family's files by code point. Each code point maps to the files that contain it. */
type Coverage = ReadonlyMap<number, readonly string[]>;

const { resolve } = createRequire(import.meta.url);
const packageOf = (family: string) => `@fontsource-variable/noto-${family === 'emoji' ? 'emoji' : `sans-${family}`}`;

/** Matches the names of files with Latin, Greek and Cyrillic letters, which every family includes. */
const OTHER_FILES = /^(latin|latin-ext|greek|greek-ext|cyrillic|cyrillic-ext|vietnamese)$/;

async function readCoverage(family: string): Promise<Coverage> {
  const name = packageOf(family);
  const listed = JSON.parse(await readFile(resolve(`${name}/unicode.json`), 'utf8')) as Record<string, string>;
  const coverage = new Map<number, string[]>();
  for (const [part, text] of Object.entries(listed)) {
    if (OTHER_FILES.test(part)) continue;
    const file = `${name}/files/${name.slice(name.indexOf('/') + 1)}-${part.replace(/[[\]]/g, '')}-wght-normal.woff2`;
    for (const range of text.split(',')) {
      const [from = 0, to = from] = range
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      for (let one = from; one <= to; one++) {
        const files = coverage.get(one) ?? [];
        files.push(file);
        coverage.set(one, files);
      }
    }
  }
  return coverage;
}

const coverages = new Map<string, () => Promise<Coverage>>();
function coverageOf(family: string): Promise<Coverage> {
  const read = coverages.get(family) ?? singleFlight('unless it fails', () => readCoverage(family));
  coverages.set(family, read);
  return read();
}

/** Returns whether the character is a joiner or variation selector, which is not drawn if a font lacks it. */
export const isIgnorable = (character: string): boolean =>
  /^(?:[\u200c-\u200f]|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}])$/u.test(character);

/**
 * Returns the file that contains a whole cluster, from the first family with such a file. Returns null if no family has
 * one.
 */
export async function fileFor(cluster: string, families: readonly string[]): Promise<string | null> {
  const needed = [...cluster].filter((character) => !isIgnorable(character)).map((one) => one.codePointAt(0) ?? 0);
  for (const family of families) {
    const coverage = await coverageOf(family);
    const [first = [], ...others] = needed.map((one) => coverage.get(one) ?? []);
    const file = first.find((one) => others.every((files) => files.includes(one)));
    if (file !== undefined) return file;
  }
  return null;
}

/** Reads a font file and converts it to TrueType. */
export async function readScriptFile(file: string): Promise<Buffer> {
  const { default: decompress } = await import('wawoff2/decompress.js');
  return Buffer.from(await decompress(await readFile(resolve(file))));
}
