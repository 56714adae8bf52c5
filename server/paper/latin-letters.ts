import anyAscii from 'any-ascii';

/**
 * Transliterates a character that no font has. Returns nothing for a mark that only changes the previous character, as
 * the long mark of コーヒー.
 */
export const inLatinLetters = (character: string): string =>
  anyAscii(character) || (/[\p{M}\p{Lm}]/u.test(character) ? '' : '?');
