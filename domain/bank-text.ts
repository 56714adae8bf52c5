import anyAscii from 'any-ascii';

/** What the rulebook writes in place of characters outside its set (EPC217-08). Others become a period. */
const REPLACED: Readonly<Record<string, string>> = {
  '&': '+',
  _: '-',
  '~': '-',
  ';': ',',
  '"': "'",
  '`': "'",
  '[': '(',
  '{': '(',
  '<': '(',
  ']': ')',
  '}': ')',
  '>': ')',
  '\\': '/',
  '|': '/',
};

/**
 * Text in the Latin character set of SEPA (EPC217-08): letters, digits, space and `/-?:().,'+`. Other scripts are
 * transliterated. The text neither begins nor ends with a slash and has no double slash, as the rulebook requires.
 */
export function sepaText(text: string, most: number): string {
  const latin = anyAscii(text.normalize('NFC')).replaceAll(/[^A-Za-z0-9 /?:().,'+-]/g, (one) => REPLACED[one] ?? '.');
  return trimmed(
    latin
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\/{2,}/g, '/')
      .slice(0, most + 1),
    most,
  );
}

/** ACH text: printable ASCII without lower case, at most `most` characters. */
export const achText = (text: string, most: number): string => sepaText(text, most).toUpperCase();

const trimmed = (text: string, most: number): string =>
  text
    .replace(/^[\s/]+/, '')
    .slice(0, most)
    .replace(/[\s/]+$/, '');
