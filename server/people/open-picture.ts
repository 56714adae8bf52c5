import type Sharp from 'sharp';

const MOST_PIXELS = 50_000_000;
/** An AVIF takes 18 bytes a pixel to open, three times what others take: 1,400 bytes of 49 megapixels were worth 860 MB. */
const MOST_PIXELS_OF: Readonly<Record<string, number>> = { heif: 12_000_000 };
/** Each goes over the whole picture, and no time limit ends the reader amid them: 9,000 in 770 kB took 300 s. */
const MOST_SCANS = 100;
const SCAN = Buffer.from([0xff, 0xda]);
const SECONDS = 10;

/** Why a picture is not taken, in words for whoever sent it. */
class RefusedPicture extends Error {}

/** What a place takes: kinds of files, what it says to others, and (where it takes less than usual) how many pixels. */
export type TakenPictures = {
  readonly formats: readonly string[];
  readonly hint: string;
  readonly mostPixels?: number;
};

type Picture = ReturnType<typeof Sharp>;
type Opened = { readonly picture: Picture; readonly metadata: Awaited<ReturnType<Picture['metadata']>> };

/**
 * What was sent, ready to be drawn, if that takes a bounded time and memory. The time limit of the library is asked between two
 * parts of the picture that is drawn, so that what its reader does at once is bounded here.
 */
export async function openPicture(
  sharp: typeof Sharp,
  bytes: Buffer,
  { formats, hint, mostPixels = MOST_PIXELS }: TakenPictures,
): Promise<Opened> {
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
  const metadata = await picture.metadata();
  const { format, height, width } = metadata;
  if (!formats.includes(format)) throw new RefusedPicture(hint);
  const most = Math.min(mostPixels, MOST_PIXELS_OF[format] ?? mostPixels);
  if (width * height > most) throw new RefusedPicture(tooManyPixels(most));
  if (format === 'jpeg' && hasManyScans(bytes))
    throw new RefusedPicture('The picture is stored in too many layers. Save it anew as a plain JPEG.');
  return { picture: picture.timeout({ seconds: SECONDS }), metadata };
}

/** What to tell of a picture that could not be drawn. */
export function whyRefused(error: unknown, { hint, mostPixels = MOST_PIXELS }: TakenPictures): string {
  const message = error instanceof Error ? error.message : '';
  if (error instanceof RefusedPicture) return message;
  if (message.includes('pixel limit')) return tooManyPixels(mostPixels);
  if (message.startsWith('timeout')) return 'The picture takes too long to read. Save it smaller.';
  return `That is no picture that can be read. ${hint}`;
}

const tooManyPixels = (most: number) =>
  `The picture has more than ${most / 1_000_000} million pixels. Save it smaller, or as another kind of file.`;

/** Between scans 0xFF never stands before this byte, so that all that are found are scans, or those of a thumbnail. */
function hasManyScans(bytes: Buffer): boolean {
  let scans = 0;
  for (let at = bytes.indexOf(SCAN); at !== -1 && scans <= MOST_SCANS; at = bytes.indexOf(SCAN, at + 2)) scans += 1;
  return scans > MOST_SCANS;
}
