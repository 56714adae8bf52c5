import type Sharp from 'sharp';
import { sharedWork } from '../lib/shared-work.ts';

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
