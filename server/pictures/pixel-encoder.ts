import type Sharp from 'sharp';
import { singleFlight } from '../lib/single-flight.ts';

/**
 * The library that writes pictures from pixels, in this process. It opens no files here: those are decoded in a process of their own
 * (`decode-picture.ts`). Loaded on first use, because most servers never need its 10 MB.
 */
export const pixelEncoder = singleFlight('unless it fails', async (): Promise<typeof Sharp> => {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  return sharp;
});
