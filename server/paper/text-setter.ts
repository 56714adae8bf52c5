import { type FontName, pdfNumber } from './fonts.ts';

/** The start of a line on its baseline, in points from the top left, and the font size. */
export type Spot = { readonly x: number; readonly y: number; readonly size: number };

/** Converts text to glyphs. */
export type TextSetter = {
  /** Cleans external text for printing. */
  printable(text: string, longest?: number): string;
  /** Splits text into units that are never broken, in reading order. */
  characters(text: string): readonly string[];
  /**
   * Splits text into parts, each of which may begin a line. Joining the parts restores the text. `fits` reports whether
   * a part fits on one line.
   */
  parts(text: string, fits: (part: string) => boolean): readonly string[];
  /** Prepares one line of a longer text so that it runs in the direction of the whole text. */
  lineOf(text: string, line: string): string;
  widthOf(text: string, font: FontName, size: number): number;
  write(text: string, font: FontName, spot: Spot): void;
};

/** The part of pdfkit's document that this module uses. pdfkit's types do not describe it. */
type Written = {
  readonly page: { readonly height: number; readonly fonts: Record<string, object> };
  addContent(data: string): unknown;
};

export type NamedFont = { readonly id: string; ref(): object };

/**
 * Writes one line on its baseline in a single piece. pdfkit's own `text` writes ten pieces and lays out the text three
 * times. `operators` receives the page height, because PDF positions are measured from the bottom.
 */
export function writeText(
  doc: PDFKit.PDFDocument,
  usedFonts: readonly NamedFont[],
  operators: (height: number) => string,
): void {
  const written = doc as unknown as Written;
  const { height, fonts } = written.page;
  for (const font of usedFonts) fonts[font.id] ??= font.ref();
  written.addContent(`q
1 0 0 -1 0 ${pdfNumber(height)} cm
BT
${operators(height)}
ET
Q`);
}

/** Returns the operators that draw a sequence of glyphs, given the operand for a PDF's TJ operator. */
export const plainOperators = ({ id }: NamedFont, operand: string, { x, y, size }: Spot, height: number): string =>
  `1 0 0 1 ${pdfNumber(x)} ${pdfNumber(height - y)} Tm
/${id} ${pdfNumber(size)} Tf
[${operand}] TJ`;

/** Writes a line of plain glyphs. */
export function writePlain(doc: PDFKit.PDFDocument, font: NamedFont, operand: string, spot: Spot): void {
  writeText(doc, [font], (height) => plainOperators(font, operand, spot, height));
}

/**
 * Converts thousandths of the font size to points in the same steps as pdfkit, because a different last digit would
 * change the document.
 */
export const inFull = (width: number, size: number): number => (width * (size / 1_000) * 100) / 100;
