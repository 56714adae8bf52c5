import type { FontName, PaperFont } from './fonts.ts';
import { inLatinLetters } from './latin-letters.ts';
import { printableText } from './printable-text.ts';
import { inFull, type Spot, type TextSetter, writePlain } from './text-setter.ts';

type Piece = { readonly font: FontName; readonly text: string };

/**
 * Sets text as the first four layouts of documents do: left to right in every script. It transliterates characters
 * that neither Inter nor DejaVu has. Final documents use it, so its output must never change.
 */
export function createEarlierText(doc: PDFKit.PDFDocument, fonts: Readonly<Record<FontName, PaperFont>>): TextSetter {
  const widthOfPiece = ({ font, text }: Piece, size: number): number => {
    const plain = fonts[font].plainText(text);
    return plain === null ? doc.font(font).fontSize(size).widthOfString(text) : inFull(plain.widthOf(text), size);
  };
  /** Writes a piece. Returns where it ends. */
  const writePiece = (part: Piece, { x, y, size }: Spot): number => {
    const font = fonts[part.font];
    const plain = font.plainText(part.text);
    if (plain === null) {
      doc.font(part.font).fontSize(size).text(part.text, x, y, { lineBreak: false, baseline: 'alphabetic' });
      return doc.x;
    }
    if (part.text !== '') writePlain(doc, font, plain.shown(part.text), { x, y, size });
    return x + inFull(plain.widthOf(part.text), size);
  };
  return {
    printable: printableText,
    characters: (text) => [...text],
    parts: (text) => text.split(/(?<= )/),
    lineOf: (_, line) => line,
    widthOf: (text, font, size) => {
      let width = 0;
      for (const part of splitByFont(text, font, fonts)) width += widthOfPiece(part, size);
      return width;
    },
    write: (text, font, { x, y, size }) => {
      let left = x;
      for (const part of splitByFont(text, font, fonts)) left = writePiece(part, { x: left, y, size });
    },
  };
}

/** Splits text into runs of one font each. */
function splitByFont(content: string, font: FontName, fonts: Readonly<Record<FontName, PaperFont>>): Piece[] {
  if (/^[\x20-\x7e]*$/.test(content)) return [{ font, text: content }];
  const parts: { font: FontName; text: string }[] = [];
  const add = (drawn: FontName, text: string) => {
    const last = parts.at(-1);
    if (last && (last.font === drawn || text === ' ')) last.text += text;
    else parts.push({ font: drawn, text });
  };
  for (const character of content) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (fonts[font].canDraw(codePoint)) add(font, character);
    else if (fonts.fallback.canDraw(codePoint)) add('fallback', character);
    else add(font, inLatinLetters(character));
  }
  return parts;
}
