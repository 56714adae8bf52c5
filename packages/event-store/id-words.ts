const view = new DataView(new ArrayBuffer(8));

/**
 * Returns the 64-bit ID that consists of two halves, each read as unsigned. Arithmetic on bigints would take five times
 * as long.
 */
export function idOfWords(high: number, low: number): bigint {
  view.setUint32(0, high);
  view.setUint32(4, low);
  return view.getBigUint64(0);
}

/** Returns the unsigned halves of a 64-bit ID. */
export function wordsOf(id: bigint): { readonly high: number; readonly low: number } {
  view.setBigUint64(0, id);
  return { high: view.getUint32(0), low: view.getUint32(4) };
}
