import { LOGO_BYTES } from '#contract/letterhead.ts';
import { FieldError } from '../../http/app-error.ts';
import { type Drawing, redrawPicture } from '../../pictures/decode-picture.ts';
import { RefusedPicture } from '../../pictures/refused-picture.ts';
import type { AcceptedPictures } from '../../pictures/strip-picture.ts';

const ACCEPTED: AcceptedPictures = {
  formats: ['jpeg', 'png', 'webp'],
  hint: 'Choose a PNG, JPEG or WebP.',
  mostPixels: 20_000_000,
};
/** Three times the printed size in points, for sharp print. */
const DRAWING: Drawing = {
  resize: { width: 540, height: 132, fit: 'inside', withoutEnlargement: true },
  background: '#ffffff',
  output: { format: 'jpeg', options: { quality: 92, chromaSubsampling: '4:4:4' } },
};

const refusal = (why: string) => new FieldError({ logo: why });

/**
 * A logo in stored form: a JPEG on white in base64. It is redrawn, so that nothing else of the file survives. A PDF
 * embeds a JPEG unchanged. Other formats would be recompressed by the compressor of the day when a document is drawn
 * again.
 */
export async function makeLogo(base64: string): Promise<string> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > LOGO_BYTES) throw refusal('The picture is larger than 2 MB.');
  const drawn = await redrawPicture(bytes, ACCEPTED, DRAWING).catch((error: unknown) => {
    throw error instanceof RefusedPicture ? refusal(error.message) : error;
  });
  return Buffer.from(drawn.bytes).toString('base64');
}
