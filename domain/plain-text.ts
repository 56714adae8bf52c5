/** A text as it is stored: Unicode-normal, white space as single spaces, none at the ends. */
export const plainText = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** Why a text that people read cannot be stored; null for a good one. */
export function plainTextProblem(text: string, longest: number): string | null {
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u.test(text)) return 'has invisible or control characters; type it anew';
  return text.length > longest ? `is longer than ${longest} characters` : null;
}
