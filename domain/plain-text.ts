import { neededJoiners } from './join-controls.ts';

/** Control, bidirectional, zero-width and other invisible characters. They make two texts look the same. */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|\u034f|\u180b|\u180c|\u180d|\u180e|\u180f/u;
const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'gu');

/** Whether a text contains needless invisible characters. Joiners that its script or emoji need are allowed. */
export const hasInvisible = (text: string): boolean =>
  INVISIBLE.test(text) && replaceInvisible(text, '\0').includes('\0');

/** Replaces each invisible character that the text does not need. */
export function replaceInvisible(text: string, by: string): string {
  if (!INVISIBLE.test(text)) return text;
  const needed = neededJoiners(text);
  return text.replace(EVERY_INVISIBLE, (character, index: number) => (needed.has(index) ? character : by));
}

/** The stored form of a text: Unicode-normal, with single spaces and trimmed. */
export const plainText = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** Like `plainText`, for text whose author cannot correct it: removes invisible characters. */
export const visibleText = (text: string): string => plainText(replaceInvisible(plainText(text), ''));

/** Like `visibleText`, for multiline text. */
export const visibleLines = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\n]+/g, (line) => replaceInvisible(line.replace(/\t/g, ' '), ''))
    .trim();

/** Why a display text cannot be stored. Null if it is valid. */
export function plainTextProblem(text: string, longest: number): string | null {
  if (hasInvisible(text)) return 'has invisible or control characters; type it again';
  return text.length > longest ? `is longer than ${longest} characters` : null;
}
