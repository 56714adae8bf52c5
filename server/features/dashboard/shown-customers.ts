import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { unknownPage } from './cursor.ts';

/**
 * The most bytes, with one bit for each customer key. More would exceed the URL length that servers and proxies accept.
 */
const MOST_BYTES = 4_400;
const MOST_KEY = 4_000_000;

/** Encodes the customers of earlier pages for a cursor; '' if they are too many. */
export function encodeShown(customerKeys: readonly number[]): string {
  const highest = customerKeys.reduce((most, key) => Math.max(most, key), 0);
  const bits = Buffer.alloc((highest >> 3) + 1);
  for (const key of customerKeys) bits[key >> 3] = (bits[key >> 3] ?? 0) | (1 << (key & 7));
  const packed = deflateRawSync(bits);
  return packed.length > MOST_BYTES ? '' : packed.toString('base64url');
}

/** Returns null if the cursor lists no customers. Throws `AppError` for a text that `encodeShown` did not make. */
export function decodeShown(text: string): ((customerKey: number) => boolean) | null {
  if (text === '') return null;
  const bits = unpack(Buffer.from(text, 'base64url'));
  return (key) => ((bits[key >> 3] ?? 0) & (1 << (key & 7))) !== 0;
}

function unpack(packed: Buffer): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: MOST_KEY >> 3 });
  } catch {
    throw unknownPage();
  }
}
