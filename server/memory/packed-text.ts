import { type GrownColumn, grownColumn } from './grown-column.ts';

/**
 * Many short texts in one buffer. Each text takes five bytes in addition to its content; a string takes at least forty.
 */
export type PackedText = {
  readonly length: number;
  at(place: number): string;
  /** Returns the byte offset of `wanted` in a text, or -1 if the text does not contain it. */
  positionIn(place: number, wanted: Buffer): number;
  /** Returns the index of the next text at or after `from` that contains `wanted`, or -1. */
  nextWith(wanted: Buffer, from: number): number;
};

/** The byte that separates the texts. No text contains it, so no match spans two texts. */
const BREAK = 10;

export function textPacker(): { push(text: string): void; done(): PackedText } {
  let bytes = Buffer.alloc(4_096);
  let end = 0;
  const starts: GrownColumn<Uint32Array> = grownColumn((length) => new Uint32Array(length));
  return {
    push(text) {
      // A character takes at most three bytes.
      const most = end + text.length * 3 + 1;
      if (most > bytes.length) {
        const wider = Buffer.alloc(Math.ceil(most * 1.5));
        bytes.copy(wider, 0, 0, end);
        bytes = wider;
      }
      starts.push(end);
      if (text !== '') end += bytes.write(text, end);
      bytes[end] = BREAK;
      end += 1;
    },
    done() {
      starts.push(end);
      const exact = Buffer.alloc(end);
      bytes.copy(exact, 0, 0, end);
      return packedText(exact, starts.done());
    },
  };
}

function packedText(bytes: Buffer, starts: Uint32Array): PackedText {
  const length = starts.length - 1;
  const startOf = (place: number) => starts[place] ?? bytes.length;
  /**
   * Returns the index of the text that contains a byte. The search doubles its steps, because the text is usually near
   * `from`.
   */
  function placeOf(byte: number, from: number): number {
    let [low, step] = [from, 1];
    while (low + step < length && startOf(low + step) <= byte) {
      low += step;
      step *= 2;
    }
    let high = Math.min(length - 1, low + step);
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (startOf(middle) <= byte) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  function positionIn(place: number, wanted: Buffer): number {
    const begin = startOf(place);
    const last = startOf(place + 1) - 1 - wanted.length;
    for (let at = begin; at <= last; at += 1) {
      let same = 0;
      while (same < wanted.length && bytes[at + same] === wanted[same]) same += 1;
      if (same === wanted.length) return at - begin;
    }
    return -1;
  }
  return {
    length,
    at: (place) => bytes.toString('utf8', startOf(place), startOf(place + 1) - 1),
    positionIn,
    nextWith(wanted, from) {
      if (from >= length) return -1;
      // If a word is frequent, the next text often contains it, and checking that text is cheaper than a search.
      if (positionIn(from, wanted) >= 0) return from;
      const found = bytes.indexOf(wanted, startOf(from + 1));
      return found < 0 ? -1 : placeOf(found, from + 1);
    },
  };
}
