import anyAscii from 'any-ascii';

/** A character that no font has; nothing for a mark that only changes the one before it, as the long mark of コーヒー. */
export const inLatinLetters = (character: string): string =>
  anyAscii(character) || (/[\p{M}\p{Lm}]/u.test(character) ? '' : '?');
