import { PICTURE_BYTES } from '#contract/picture.ts';
import { AppError, FieldError } from '../http/app-error.ts';
import { randomToken } from '../lib/random-token.ts';
import { type Drawing, redrawPicture } from '../pictures/decode-picture.ts';
import { RefusedPicture } from '../pictures/refused-picture.ts';
import type { AcceptedPictures } from '../pictures/strip-picture.ts';

/** Width and height of a stored picture. */
export const AVATAR_PIXELS = 256;
/** Maximum size of a request with a picture, in bytes. Allows for base64 and for the other fields of its form. */
export const PICTURE_BODY_LIMIT = PICTURE_BYTES * 1.5;
const ACCEPTED: AcceptedPictures = {
  formats: ['jpeg', 'png', 'webp', 'gif', 'avif'],
  hint: 'Choose a JPEG, PNG, WebP, GIF or AVIF.',
};
const DRAWING: Drawing = {
  resize: { width: AVATAR_PIXELS, height: AVATAR_PIXELS, fit: 'cover', position: 'attention' },
  output: { format: 'webp', options: { quality: 82 } },
};

const refusal = (why: string) => new FieldError({ image: why });

/** A picture as stored: with a URL that can't be guessed, and the bytes in base64. */
export type StoredPicture = { readonly id: string; readonly image: string; readonly publicUrl: string };

/**
 * Makes a small square WebP from an uploaded picture, with a new URL. Throws `FieldError` for data that is not a
 * picture or is too large to open, and 503 if too many pictures are waiting. Call this function before a transaction
 * begins.
 */
export async function makeAvatar(base64: string): Promise<StoredPicture> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > PICTURE_BYTES) throw new AppError('too-large', 'The picture is larger than 5 MB.');
  // Node skips characters that are not base64, so it would accept a data URL as the picture in it.
  if (!bytes.toString('base64').startsWith(base64)) throw refusal(`The picture can’t be read. ${ACCEPTED.hint}`);
  const drawn = await redrawPicture(bytes, ACCEPTED, DRAWING).catch((error: unknown) => {
    throw error instanceof RefusedPicture ? refusal(error.message) : error;
  });
  const id = randomToken();
  return { id, image: Buffer.from(drawn.bytes).toString('base64'), publicUrl: `/api/avatars/${id}` };
}
