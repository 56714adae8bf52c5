import type Sharp from 'sharp';
import { singleFlight } from '../lib/single-flight.ts';

/**
 * Loads the library that encodes pictures from pixels in this process. It decodes no files here; a separate process
 * does that (`decode-picture.ts`). Loaded on first use, because most servers never need its 10 MB.
 */
export const pixelEncoder = singleFlight('unless it fails', async (): Promise<typeof Sharp> => {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  return sharp;
});
