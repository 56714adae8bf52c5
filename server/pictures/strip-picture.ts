import { RefusedPicture } from './refused-picture.ts';
import type { PictureFile, PictureFormat } from './still-picture.ts';
import { DamagedPicture } from './still-picture.ts';
import { isAvif, stripAvif } from './strip-avif.ts';
import { isGif, stripGif } from './strip-gif.ts';
import { isJpeg, stripJpeg } from './strip-jpeg.ts';
import { isPng, stripPng } from './strip-png.ts';
import { isWebp, stripWebp } from './strip-webp.ts';

/** Longer sides are not photographs, and a decoder keeps whole rows and columns in memory. */
const MOST_SIDE = 16_384;
const MOST_PIXELS = 50_000_000;
/**
 * An AVIF takes 18 bytes per pixel to decode, three times the memory of other formats: 1,400 bytes of 49 megapixels
 * took 860 MB.
 */
const MOST_AVIF_PIXELS = 12_000_000;

/** What an endpoint accepts: the formats, the hint for other formats, and the number of pixels, if lower than usual. */
export type AcceptedPictures = {
  readonly formats: readonly PictureFormat[];
  readonly hint: string;
  readonly mostPixels?: number;
};

const READERS = [
  { format: 'png', is: isPng, strip: stripPng },
  { format: 'jpeg', is: isJpeg, strip: stripJpeg },
  { format: 'webp', is: isWebp, strip: stripWebp },
  { format: 'gif', is: isGif, strip: stripGif },
  { format: 'avif', is: isAvif, strip: stripAvif },
] as const;

/**
 * Keeps only the parts of a file that its picture needs, so that no decoder sees metadata. Rejects a picture that is
 * too large by its declared size. Decodes no pixel. Throws `RefusedPicture`.
 */
export function stripPicture(
  bytes: Buffer,
  { formats, hint, mostPixels = MOST_PIXELS }: AcceptedPictures,
): PictureFile {
  const reader = READERS.find(({ is }) => is(bytes));
  if (reader === undefined) throw new RefusedPicture(`That is no picture that can be read. ${hint}`);
  if (!formats.includes(reader.format)) throw new RefusedPicture(hint);
  const picture = stripped(reader.strip, bytes);
  const { width, height } = picture;
  const most = reader.format === 'avif' ? Math.min(MOST_AVIF_PIXELS, mostPixels) : mostPixels;
  if (width === 0 || height === 0) throw damaged();
  if (width * height > most)
    throw new RefusedPicture(
      `The picture has more than ${most / 1_000_000} million pixels. Save it smaller, or in another format.`,
    );
  if (Math.max(width, height) > MOST_SIDE)
    throw new RefusedPicture(
      `The picture is ${width} by ${height} pixels. A side has ${MOST_SIDE.toLocaleString('en-US')} at most. Save it smaller.`,
    );
  return picture;
}

export const damaged = () => new RefusedPicture('The picture is damaged or incomplete. Save it again.');

function stripped(strip: (bytes: Buffer) => PictureFile, bytes: Buffer): PictureFile {
  try {
    return strip(bytes);
  } catch (error) {
    throw error instanceof DamagedPicture ? damaged() : error;
  }
}
