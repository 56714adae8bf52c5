import anyAscii from 'any-ascii';

/**
 * Transliterates a character that no font contains. Returns '' for a mark that only modifies the previous character,
 * such as the long mark in コーヒー.
 */
export const inLatinLetters = (character: string): string =>
  anyAscii(character) || (/[\p{M}\p{Lm}]/u.test(character) ? '' : '?');
