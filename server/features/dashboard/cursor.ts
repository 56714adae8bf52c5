import { AppError } from '../../http/app-error.ts';

/** Encodes a position in a list as opaque text, from the values that identify it. */
export const encodeCursor = (...parts: readonly (string | number | bigint)[]): string =>
  Buffer.from(JSON.stringify(parts.map(String))).toString('base64url');

/** Decodes a cursor's values. Throws `AppError` (invalid) unless `encodeCursor` made the text with `length` values. */
export function decodeCursor(cursor: string, length: number): readonly string[] {
  const parts = parse(Buffer.from(cursor, 'base64url').toString());
  const isOurs = Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === 'string');
  if (!isOurs) throw unknownPage();
  return parts;
}

/** Parses a cursor's value as a whole number from 0 to `most`. Throws if it is anything else. */
export function wholeNumber(text: string | undefined, most: bigint = BigInt(Number.MAX_SAFE_INTEGER)): bigint {
  const value = /^[0-9]{1,20}$/.test(text ?? '') ? BigInt(text ?? '') : -1n;
  if (value < 0n || value > most) throw unknownPage();
  return value;
}

export const unknownPage = (): AppError =>
  new AppError('invalid', 'This page link has expired. Start again from the first page.');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
