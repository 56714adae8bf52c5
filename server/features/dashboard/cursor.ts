import { AppError } from '../../http/app-error.ts';

/** A place in a list as opaque text, from the values it is made of. */
export const encodeCursor = (...parts: readonly (string | number | bigint)[]): string =>
  Buffer.from(JSON.stringify(parts.map(String))).toString('base64url');

/** The values of a cursor. Throws `AppError` (invalid) for a text that `encodeCursor` did not make with so many values. */
export function decodeCursor(cursor: string, length: number): readonly string[] {
  const parts = parse(Buffer.from(cursor, 'base64url').toString());
  const isOurs = Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === 'string');
  if (!isOurs) throw unknownPage();
  return parts;
}

/** A whole number that a cursor holds, up to `most`. */
export function wholeNumber(text: string | undefined, most: bigint = BigInt(Number.MAX_SAFE_INTEGER)): bigint {
  const value = /^[0-9]{1,20}$/.test(text ?? '') ? BigInt(text ?? '') : -1n;
  if (value < 0n || value > most) throw unknownPage();
  return value;
}

export const unknownPage = (): AppError =>
  new AppError('invalid', 'This page is not known. Start again from the first one.');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
