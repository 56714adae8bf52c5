import { hasInvisible } from './plain-text.ts';

const ADDRESS = /^[^\s@,;<>"()[\]\\:]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/**
 * The one normal form of an e-mail address, or null for what is not one: normalised first, then checked (docs/threat-model.md#a14), so
 * that look-alikes cannot slip past the check. What nobody sees is refused: two accounts would look the same.
 */
export function emailKey(text: string): string | null {
  const normal = text.normalize('NFKC').trim().toLowerCase();
  const isSeen = !hasInvisible(normal) && !/\p{Default_Ignorable_Code_Point}/u.test(normal);
  return normal.length <= 254 && ADDRESS.test(normal) && isSeen ? normal : null;
}

/** `m***@example.com`: enough to recognise one's own address. */
export const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***');
