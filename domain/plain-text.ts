import { neededJoiners } from './join-controls.ts';

/** Control, bidirectional, zero-width and other characters that nobody sees: they make two texts look the same. */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\u034f|\u180b|\u180c|\u180d|\u180e|\u180f/u;
const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'gu');

/** Whether a text has characters that only hide something. Joiners that its script or emoji needs are none. */
export const hasInvisible = (text: string): boolean =>
  INVISIBLE.test(text) && replaceInvisible(text, '\0').includes('\0');

/** Replaces each invisible character that the text does not need. */
export function replaceInvisible(text: string, by: string): string {
  if (!INVISIBLE.test(text)) return text;
  const needed = neededJoiners(text);
  return text.replace(EVERY_INVISIBLE, (character, index: number) => (needed.has(index) ? character : by));
}

/** A text as it is stored: Unicode-normal, white space as single spaces, none at the ends. */
export const plainText = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** The same of what others typed and nobody can be asked about: what cannot be seen is left out. */
export const visibleText = (text: string): string => plainText(replaceInvisible(plainText(text), ''));

/** The same of a text of several lines. */
export const visibleLines = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\n]+/g, (line) => replaceInvisible(line.replace(/\t/g, ' '), ''))
    .trim();

/** Why a text that people read cannot be stored; null for a good one. */
export function plainTextProblem(text: string, longest: number): string | null {
  if (hasInvisible(text)) return 'has invisible or control characters; type it again';
  return text.length > longest ? `is longer than ${longest} characters` : null;
}
