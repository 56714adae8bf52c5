import { type FontName, pdfNumber } from './fonts.ts';

/** Start of a line on its baseline, in points from the top left, and the font size. */
export type Spot = { readonly x: number; readonly y: number; readonly size: number };

/** Converts text to glyphs. */
export type TextSetter = {
  /** Cleans text from outside for printing. */
  printable(text: string, longest?: number): string;
  /** Units that are never split, in reading order. */
  characters(text: string): readonly string[];
  /** Parts that may begin a line. Joined again, they are the text. `fits` reports whether a part fits into one line. */
  parts(text: string, fits: (part: string) => boolean): readonly string[];
  /** Prepares one line of a longer text, so that it runs in the direction of the whole text. */
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
 * Writes one line on its baseline, as pdfkit's `text` does, but in one piece. pdfkit writes ten pieces and lays the
 * text out three times. `operators` gets the page height, because PDF positions count from the bottom.
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

/** Operators that draw glyphs in sequence, from the operand of a PDF's TJ. */
export const plainOperators = ({ id }: NamedFont, operand: string, { x, y, size }: Spot, height: number): string =>
  `1 0 0 1 ${pdfNumber(x)} ${pdfNumber(height - y)} Tm
/${id} ${pdfNumber(size)} Tf
[${operand}] TJ`;

/** Writes plain glyphs alone. */
export function writePlain(doc: PDFKit.PDFDocument, font: NamedFont, operand: string, spot: Spot): void {
  writeText(doc, [font], (height) => plainOperators(font, operand, spot, height));
}

/**
 * Converts thousandths of the font size to points, in the same steps as pdfkit: a different last digit would change the
 * document.
 */
export const inFull = (width: number, size: number): number => (width * (size / 1_000) * 100) / 100;
