import real from 'sharp';

/**
 * `sharp` with its decoders, for tests that read pictures. The product disables them in its own process
 * (`pixel-encoder.ts`), and test files share a process.
 */
export const sharp = ((...given: Parameters<typeof real>) => {
  real.unblock({ operation: ['VipsForeignLoad'] });
  return real(...given);
}) as typeof real;
