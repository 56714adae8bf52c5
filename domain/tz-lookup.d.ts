declare module 'tz-lookup' {
  /** Returns the IANA time zone at a position. Throws a RangeError if a coordinate is outside -90..90 or -180..180. */
  function tzLookup(latitude: number, longitude: number): string;
  export = tzLookup;
}
