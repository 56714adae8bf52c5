/** MapLibre counts zoom by tiles of 512 pixels, Google by 256: the same picture is one less. */
export const TILE_DIFFERENCE = 1;
