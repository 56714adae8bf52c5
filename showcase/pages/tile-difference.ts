/** MapLibre counts zoom by tiles of 512 pixels, Google by 256: the same picture has a zoom one lower in MapLibre. */
export const TILE_DIFFERENCE = 1;
