/**
 * Creates a pseudo-random number generator for numbers in [0, 1) (mulberry32). A given seed always yields the same
 * numbers, so that sample figures do not change when a page is drawn again.
 */
export function sampleNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
