import type Sharp from 'sharp';
import { LOGO_BYTES } from '#contract/letterhead.ts';
import { FieldError } from '../../http/app-error.ts';
import { openPicture, type TakenPictures, whyRefused } from '../../people/open-picture.ts';
import { withPictures } from '../../people/picture-library.ts';

const TAKEN: TakenPictures = {
  formats: ['jpeg', 'png', 'webp'],
  hint: 'Choose a PNG, JPEG or WebP.',
  mostPixels: 20_000_000,
};
/** Three times what it has on paper, in points: sharp in print. */
const LOGO_SIZE = { width: 540, height: 132 } as const;

const refusal = (why: string) => new FieldError({ logo: why });

/**
 * A logo as it is stored: a JPEG on white in base64, drawn anew so that nothing else of the file survives. A JPEG stands in a PDF as
 * it is; other pictures would be packed by whatever compressor there is when it is drawn again.
 */
export async function makeLogo(base64: string): Promise<string> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > LOGO_BYTES) throw refusal('The picture is larger than 2 MB.');
  return withPictures((sharp) => drawOnWhite(sharp, bytes));
}

async function drawOnWhite(sharp: typeof Sharp, bytes: Buffer): Promise<string> {
  try {
    const { picture } = await openPicture(sharp, bytes, TAKEN);
    const drawn = await picture
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(LOGO_SIZE.width, LOGO_SIZE.height, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
      .toBuffer();
    return drawn.toString('base64');
  } catch (error) {
    throw refusal(whyRefused(error, TAKEN));
  }
}
