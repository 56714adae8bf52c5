/**
 * MapLibre bases zoom on tiles of 512 pixels, Google on tiles of 256. So for a given extent, MapLibre's zoom is one
 * lower.
 */
export const TILE_DIFFERENCE = 1;
