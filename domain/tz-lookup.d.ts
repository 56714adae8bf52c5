declare module 'tz-lookup' {
  /** IANA time zone of a position. Throws a RangeError outside -90..90 and -180..180. */
  function tzLookup(latitude: number, longitude: number): string;
  export = tzLookup;
}
