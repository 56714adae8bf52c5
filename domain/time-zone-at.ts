import tzLookup from 'tz-lookup';

/** Returns the IANA time zone at a position, from a table shipped with the product. Null for invalid coordinates. */
export function timeZoneAt(lat: number, lng: number): string | null {
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return null;
  return tzLookup(lat, lng);
}
