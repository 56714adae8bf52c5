/** A placed word of a cloud: its center and size, in a box of the given width and height. */
export type PlacedWord = { readonly word: string; readonly x: number; readonly y: number; readonly size: number };

/** Average width of a letter relative to its size, in the product's typeface. */
const LETTER_WIDTH = 0.58;
const TRIES = 3_000;

/** Places the most frequent words first, each at the first free position on a spiral from the middle. */
export function placeWords(
  words: readonly (readonly [word: string, count: number])[],
  width: number,
  height: number,
): readonly PlacedWord[] {
  const placed: (PlacedWord & { halfWidth: number; halfHeight: number })[] = [];
  const most = Math.max(...words.map(([, count]) => count));
  words.forEach(([word, count], index) => {
    const size = count === most ? 46 : count > 1 ? 38 : 18 + ((index * 7) % 10);
    const [halfWidth, halfHeight] = [(word.length * size * LETTER_WIDTH) / 2 + 4, size * 0.56];
    for (let step = 0; step < TRIES; step += 1) {
      const turn = step * 0.12;
      const x = width / 2 + Math.cos(turn) * turn * 1.8 * (width / height) * 0.5;
      const y = height / 2 + Math.sin(turn) * turn * 0.9;
      const isInside = x - halfWidth > 0 && x + halfWidth < width && y - halfHeight > 0 && y + halfHeight < height;
      const isFree = placed.every(
        (other) =>
          Math.abs(other.x - x) > other.halfWidth + halfWidth || Math.abs(other.y - y) > other.halfHeight + halfHeight,
      );
      if (isInside && isFree) {
        placed.push({ word, x, y, size, halfWidth, halfHeight });
        return;
      }
    }
  });
  return placed.map(({ word, x, y, size }) => ({ word, x, y, size }));
}
