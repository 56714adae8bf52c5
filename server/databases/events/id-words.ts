const words = new Uint32Array(2);
const ids = new BigUint64Array(words.buffer);
/** Where the machine keeps the lower half of a 64-bit number. */
const LOW = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;

/** The 64-bit id of two halves, each read as unsigned. Arithmetic on bigints would cost five times as much. */
export function idOfWords(high: number, low: number): bigint {
  words[LOW] = low;
  words[HIGH] = high;
  return ids[0] ?? 0n;
}

/** The unsigned halves of a 64-bit id. */
export function wordsOf(id: bigint): { readonly high: number; readonly low: number } {
  ids[0] = id;
  return { high: words[HIGH] ?? 0, low: words[LOW] ?? 0 };
}
