const OF_BYTES = Array.from({ length: 256 }, (_, byte) => (byte + 256).toString(16).slice(1));

/** A number of 32 bits as eight lower-case hex digits: by its bytes, since `toString(16)` takes ten times as long. */
export const eightHexDigits = (word: number): string =>
  `${OF_BYTES[word >>> 24]}${OF_BYTES[(word >>> 16) & 255]}${OF_BYTES[(word >>> 8) & 255]}${OF_BYTES[word & 255]}`;
