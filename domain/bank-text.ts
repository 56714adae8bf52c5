import anyAscii from 'any-ascii';

/** Replacements from the rulebook for characters outside its set (EPC217-08). All others become a period. */
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
 * Converts text to the SEPA character set (EPC217-08): Latin letters, digits, space and `/-?:().,'+`, at most `most`
 * characters. Other scripts are transliterated. As the rulebook requires, the result neither begins nor ends with a
 * slash and has no double slash.
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

/** Converts text for ACH: printable ASCII without lower case, at most `most` characters. */
export const achText = (text: string, most: number): string => sepaText(text, most).toUpperCase();

const trimmed = (text: string, most: number): string =>
  text
    .replace(/^[\s/]+/, '')
    .slice(0, most)
    .replace(/[\s/]+$/, '');
