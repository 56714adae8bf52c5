declare module 'd3-geo-projection' {
  import type { GeoProjection } from 'd3-geo';
  /** Miller's cylindrical projection. */
  export function geoMiller(): GeoProjection;
}
