/**
 * Difference between Google's and MapLibre's zoom for the same extent. MapLibre bases zoom on tiles of 512 pixels, and
 * Google on tiles of 256, so MapLibre's zoom is one lower.
 */
export const TILE_DIFFERENCE = 1;
