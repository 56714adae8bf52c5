const OF_BYTES = Array.from({ length: 256 }, (_, byte) => (byte + 256).toString(16).slice(1));

/**
 * Formats a 32-bit number as eight lowercase hex digits. Works byte by byte, because `toString(16)` takes ten times as
 * long.
 */
export const eightHexDigits = (word: number): string =>
  `${OF_BYTES[word >>> 24]}${OF_BYTES[(word >>> 16) & 255]}${OF_BYTES[(word >>> 8) & 255]}${OF_BYTES[word & 255]}`;
