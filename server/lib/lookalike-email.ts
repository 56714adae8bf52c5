import { domainToUnicode } from 'node:url';
import { isLookalike } from '#domain/lookalike-letters.ts';

/** The message for a new address that is valid but looks like another address (docs/threat-model.md#a14). */
export const LOOKALIKE_EMAIL =
  'This address mixes letters of different alphabets that look alike. Type it again in one alphabet.';

/**
 * Returns whether a normalized address (`emailKey`) can be mistaken for another address, in its local part or in a
 * label of its domain.
 */
export function isLookalikeEmail(key: string): boolean {
  const at = key.lastIndexOf('@');
  const words = [...key.slice(0, at).split(/[.+_-]/), ...domainToUnicode(key.slice(at + 1)).split('.')];
  return words.some(isLookalike);
}
