import { type FontName, pdfNumber } from './fonts.ts';

/** Where a line begins on its baseline, in points from the top left, and how large it is. */
export type Spot = { readonly x: number; readonly y: number; readonly size: number };

/** How text becomes glyphs. */
export type TextSetter = {
  /** Text from outside as it is written. */
  printable(text: string, longest?: number): string;
  /** What is never parted, in the order it is read. */
  characters(text: string): readonly string[];
  /** What may begin a line; whoever joins the parts again has the text. `fits` says what is short enough for one. */
  parts(text: string, fits: (part: string) => boolean): readonly string[];
  /** A line of a longer text, so that it runs in the direction of the whole. */
  lineOf(text: string, line: string): string;
  widthOf(text: string, font: FontName, size: number): number;
  write(text: string, font: FontName, spot: Spot): void;
};

/** The part of pdfkit's document that is used here; its types do not describe it. */
type Written = {
  readonly page: { readonly height: number; readonly fonts: Record<string, object> };
  addContent(data: string): unknown;
};

export type NamedFont = { readonly id: string; ref(): object };

/**
 * What pdfkit's `text` writes of one line on its baseline, in one piece: it makes ten of it, and lays the text out three times.
 * `operators` gets the height of the page, from whose foot they count.
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

/** Glyphs one after the other, as the operand of a PDF's TJ. */
export const plainOperators = ({ id }: NamedFont, operand: string, { x, y, size }: Spot, height: number): string =>
  `1 0 0 1 ${pdfNumber(x)} ${pdfNumber(height - y)} Tm
/${id} ${pdfNumber(size)} Tf
[${operand}] TJ`;

/** They alone. */
export function writePlain(doc: PDFKit.PDFDocument, font: NamedFont, operand: string, spot: Spot): void {
  writeText(doc, [font], (height) => plainOperators(font, operand, spot, height));
}

/** From thousandths of a font's size to points, in the steps of pdfkit: a last digit more or less would be another document. */
export const inFull = (width: number, size: number): number => (width * (size / 1_000) * 100) / 100;
