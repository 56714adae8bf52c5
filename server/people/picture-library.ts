import type Sharp from 'sharp';
import { AppError } from '../http/app-error.ts';
import { sharedWork } from '../lib/shared-work.ts';
import { createTurnstile } from '../lib/turnstile.ts';

const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'] as const;

/** Loaded with the first picture: most servers never need its 10 MB. */
export const pictureLibrary = sharedWork('unless it fails', async (): Promise<typeof Sharp> => {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  // Of the many readers of the library only those of photographs stay: no SVG, PDF or camera formats (ASVS 5.2.2).
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS.map((name) => `VipsForeignLoad${name}Buffer`) });
  return sharp;
});

/** Opened pictures are large, of whatever kind: twenty of 49 megapixels at once took 450 MB. */
const turnstile = createTurnstile({ atOnce: 1, waiting: 8 });
const RETRY_SECONDS = 3;
const tooMany = () =>
  new AppError('unavailable', 'Too many pictures are being read. Try again in a moment.', RETRY_SECONDS);

/** Opens what somebody sent, when it is its turn; 503 when too many are waiting. */
export const withPictures = <Made>(work: (sharp: typeof Sharp) => Promise<Made>): Promise<Made> =>
  turnstile.run(async () => work(await pictureLibrary()), tooMany);
