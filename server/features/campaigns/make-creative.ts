import { createHash } from 'node:crypto';
import type Sharp from 'sharp';
import { CREATIVE_BYTES, CREATIVE_LONG_SIDE, CREATIVE_SHORT_SIDE } from '#contract/creatives.ts';
import type { CreativeFileTable } from '../../databases/accounts/campaign-tables.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { openPicture, type TakenPictures, whyRefused } from '../../people/open-picture.ts';
import { withPictures } from '../../people/picture-library.ts';

const TYPES = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;
const TAKEN: TakenPictures = { formats: Object.keys(TYPES), hint: 'Choose a PNG, JPEG or WebP.' };

const refusal = (why: string) => new FieldError({ picture: why });

export type NewPicture = Omit<CreativeFileTable, 'created_at'>;

/**
 * The picture of a creative, drawn anew in its own format, so that neither metadata nor anything else of the file survives.
 * Throws `FieldError` for what is no such picture or too small. To be called before a transaction begins.
 */
export async function makeCreative(bytes: Buffer): Promise<NewPicture> {
  if (bytes.length > CREATIVE_BYTES) throw new AppError('too-large', 'The picture is larger than 5 MB.');
  return withPictures((sharp) => drawAnew(sharp, bytes));
}

async function drawAnew(sharp: typeof Sharp, bytes: Buffer): Promise<NewPicture> {
  try {
    const { picture, metadata } = await openPicture(sharp, bytes, TAKEN);
    const { format, autoOrient } = metadata;
    const short = Math.min(autoOrient.width, autoOrient.height);
    if (short < CREATIVE_SHORT_SIDE)
      throw refusal(`The picture's short side has ${short} pixels; it needs ${CREATIVE_SHORT_SIDE} at least.`);
    const fitted = picture
      .autoOrient()
      .resize(CREATIVE_LONG_SIDE, CREATIVE_LONG_SIDE, { fit: 'inside', withoutEnlargement: true });
    const drawn =
      format === 'png'
        ? fitted.png({ compressionLevel: 8 })
        : format === 'jpeg'
          ? fitted.jpeg({ quality: 86 })
          : fitted.webp({ quality: 86 });
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
    return {
      hash: createHash('sha256').update(data).digest('hex'),
      type: TYPES[format as keyof typeof TYPES],
      width: info.width,
      height: info.height,
      size_bytes: data.length,
      image: data.toString('base64'),
    };
  } catch (error) {
    throw error instanceof FieldError ? error : refusal(whyRefused(error, TAKEN));
  }
}
