import sharp from 'sharp';
import { AVATAR_BYTES } from '#contract/account.ts';
import { AppError } from '../../http/app-error.ts';

/** Width and height of a stored picture. */
export const AVATAR_PIXELS = 256;
const MOST_PIXELS = 50_000_000;
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'gif', 'heif'];

sharp.cache(false);
// Of the many readers of the library only those of photographs stay: no SVG, PDF or camera formats (ASVS 5.2.2).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`) });

const refusal = () =>
  new AppError('invalid', 'That is no picture that can be read. Choose a JPEG, PNG, WebP, GIF or AVIF.');

/**
 * A small square WebP of whatever picture was sent: drawn anew, so that neither metadata (place, camera) nor anything else
 * of the file survives. Throws `AppError('invalid')` for what is no picture or would be too large to open.
 */
export async function makeAvatar(base64: string): Promise<Buffer> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > AVATAR_BYTES) throw new AppError('too-large', 'The picture is larger than 5 MB.');
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 });
  try {
    const { format } = await picture.metadata();
    if (!FORMATS.includes(format)) throw refusal();
    return await picture
      .autoOrient()
      .resize(AVATAR_PIXELS, AVATAR_PIXELS, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .timeout({ seconds: 10 })
      .toBuffer();
  } catch {
    throw refusal();
  }
}
