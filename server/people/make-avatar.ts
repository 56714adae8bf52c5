import type Sharp from 'sharp';
import { PICTURE_BYTES } from '#contract/picture.ts';
import { AppError, FieldError } from '../http/app-error.ts';
import { randomToken } from '../lib/random-token.ts';
import { openPicture, type TakenPictures, whyRefused } from './open-picture.ts';
import { withPictures } from './picture-library.ts';

/** Width and height of a stored picture. */
export const AVATAR_PIXELS = 256;
/** Bytes of a request that carries a picture: base64 and the rest of its form. */
export const PICTURE_BODY_LIMIT = PICTURE_BYTES * 1.5;
const TAKEN: TakenPictures = {
  formats: ['jpeg', 'png', 'webp', 'gif', 'heif'],
  hint: 'Choose a JPEG, PNG, WebP, GIF or AVIF.',
};

const refusal = (why: unknown) => new FieldError({ image: whyRefused(why, TAKEN) });

/** A picture as it is stored: under an address that nobody can guess, the bytes in base64. */
export type StoredPicture = { readonly id: string; readonly image: string; readonly publicUrl: string };

/**
 * A small square WebP of whatever picture was sent, under a new address. Throws `FieldError` for what is no picture
 * or would be too large to open, and 503 when too many are waiting. It takes a while: to be called before a
 * transaction begins.
 */
export async function makeAvatar(base64: string): Promise<StoredPicture> {
  const small = await withPictures((sharp) => drawSmall(sharp, base64));
  const id = randomToken();
  return { id, image: small.toString('base64'), publicUrl: `/api/avatars/${id}` };
}

/** Drawn anew, so that neither metadata (place, camera) nor anything else of the file survives. */
async function drawSmall(sharp: typeof Sharp, base64: string): Promise<Buffer> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > PICTURE_BYTES) throw new AppError('too-large', 'The picture is larger than 5 MB.');
  // What is no base64 was skipped: a data address would be taken for the picture in it.
  if (!bytes.toString('base64').startsWith(base64)) throw refusal(null);
  try {
    const { picture } = await openPicture(sharp, bytes, TAKEN);
    return await picture
      .autoOrient()
      .resize(AVATAR_PIXELS, AVATAR_PIXELS, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    throw refusal(error);
  }
}
