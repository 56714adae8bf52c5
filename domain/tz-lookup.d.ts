declare module 'tz-lookup' {
  /** Returns the IANA time zone at a position. Throws a RangeError outside -90..90 and -180..180. */
  function tzLookup(latitude: number, longitude: number): string;
  export = tzLookup;
}
