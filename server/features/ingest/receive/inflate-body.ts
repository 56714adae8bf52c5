import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MAX_BATCH_BYTES } from '#contract/ingest.ts';
import { AppError } from '../../../http/app-error.ts';

const gunzipBody = promisify(gunzip);

/**
 * Reports compress 4 to 8 times. A body that would grow far more is rejected before unpacking
 * (docs/threat-model.md#f8).
 */
const MOST_GROWTH = 20;
const ALWAYS_ALLOWED_BYTES = 64 * 1024;

/** Removes the content encoding of the body. Throws 413 above the batch limit, 400 for broken gzip. */
export async function inflateBody(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return body;
  const maxOutputLength = Math.min(MAX_BATCH_BYTES, Math.max(ALWAYS_ALLOWED_BYTES, body.length * MOST_GROWTH));
  try {
    return await gunzipBody(body, { maxOutputLength });
  } catch (error) {
    if (error instanceof RangeError) throw bodyTooLarge();
    throw new AppError('invalid', 'The body is not valid gzip, although Content-Encoding says so.');
  }
}

export const bodyTooLarge = (): AppError =>
  new AppError(
    'too-large',
    `A batch has at most ${MAX_BATCH_BYTES / 1024 / 1024} MiB, unpacked too, and unpacks to at most ${MOST_GROWTH} times its size. Send smaller batches.`,
  );
