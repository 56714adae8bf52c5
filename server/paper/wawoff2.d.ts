declare module 'wawoff2/decompress.js' {
  /** A WOFF2 file as the TrueType file that was packed in it. */
  function decompress(file: Uint8Array): Promise<Uint8Array>;
  export = decompress;
}
