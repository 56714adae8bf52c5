import { createHash } from 'node:crypto';
import { CREATIVE_BYTES, CREATIVE_LONG_SIDE, CREATIVE_SHORT_SIDE } from '#contract/creatives.ts';
import type { CreativeFileTable } from '../../databases/accounts/campaign-tables.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { type Drawing, redrawPicture } from '../../pictures/decode-picture.ts';
import { RefusedPicture } from '../../pictures/refused-picture.ts';
import { type AcceptedPictures, stripPicture } from '../../pictures/strip-picture.ts';

const OUTPUTS = {
  png: { format: 'png', options: { compressionLevel: 8 } },
  jpeg: { format: 'jpeg', options: { quality: 86 } },
  webp: { format: 'webp', options: { quality: 86 } },
} as const satisfies Record<string, Drawing['output']>;
const ACCEPTED: AcceptedPictures = { formats: ['png', 'jpeg', 'webp'], hint: 'Choose a PNG, JPEG or WebP.' };
const RESIZE = {
  width: CREATIVE_LONG_SIDE,
  height: CREATIVE_LONG_SIDE,
  fit: 'inside',
  withoutEnlargement: true,
} as const;

const refusal = (why: string) => new FieldError({ picture: why });

export type NewPicture = Omit<CreativeFileTable, 'created_at'>;

/**
 * Re-encodes a creative's picture in its own format, so that neither metadata nor anything else from the file remains.
 * Throws `FieldError` if the file is not an accepted picture or is too small, and `AppError` if it is too large. Call
 * this before a transaction begins.
 */
export async function makeCreative(bytes: Buffer): Promise<NewPicture> {
  if (bytes.length > CREATIVE_BYTES) throw new AppError('too-large', 'The picture is larger than 5 MB.');
  return drawAgain(bytes).catch((error: unknown) => {
    throw error instanceof RefusedPicture ? refusal(error.message) : error;
  });
}

async function drawAgain(given: Buffer): Promise<NewPicture> {
  const { format, width, height } = stripPicture(given, ACCEPTED);
  const short = Math.min(width, height);
  if (short < CREATIVE_SHORT_SIDE)
    throw refusal(
      `The picture’s shorter side has ${short} pixels. Choose a picture with at least ${CREATIVE_SHORT_SIDE}.`,
    );
  const output = OUTPUTS[format as keyof typeof OUTPUTS];
  const drawn = await redrawPicture(given, ACCEPTED, { resize: RESIZE, output });
  return {
    hash: createHash('sha256').update(drawn.bytes).digest('hex'),
    type: `image/${output.format}`,
    width: drawn.width,
    height: drawn.height,
    size_bytes: drawn.bytes.length,
    image: Buffer.from(drawn.bytes).toString('base64'),
  };
}

type CreativeFields = { readonly name: string; readonly duration_seconds: number; readonly target_url: string };

/** Describes an added creative for the audit log. */
export const addedCreativeWords = (fields: CreativeFields, { hash }: Pick<NewPicture, 'hash'>): string =>
  `${fields.name}, ${fields.duration_seconds} s, ${fields.target_url}, ${hash.slice(0, 12)}`;
