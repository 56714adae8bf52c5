declare module 'wawoff2/decompress.js' {
  /** Decompresses a WOFF2 file to TrueType. */
  function decompress(file: Uint8Array): Promise<Uint8Array>;
  export = decompress;
}
