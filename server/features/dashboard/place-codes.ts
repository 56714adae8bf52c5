import { worldX, worldY } from '#domain/mercator.ts';

/**
 * Number of bits per coordinate in a place code on the Mercator map. Each cell at any zoom level is a consecutive range
 * of these codes.
 */
export const CODE_DEPTH = 26;

const WIDTH = 2 ** CODE_DEPTH;
const HALF = 2 ** (CODE_DEPTH / 2);
const HALF_CODES = 2 ** CODE_DEPTH;

const within = (part: number): number => Math.max(0, Math.min(WIDTH - 1, Math.floor(part * WIDTH)));

/** Spreads thirteen bits, so that they become every second bit of the result. */
function spread(bits: number): number {
  let wide = (bits | (bits << 8)) & 0x00ff00ff;
  wide = (wide | (wide << 4)) & 0x0f0f0f0f;
  wide = (wide | (wide << 2)) & 0x33333333;
  return (wide | (wide << 1)) & 0x55555555;
}
function gathered(wide: number): number {
  let bits = wide & 0x55555555;
  bits = (bits | (bits >> 1)) & 0x33333333;
  bits = (bits | (bits >> 2)) & 0x0f0f0f0f;
  bits = (bits | (bits >> 4)) & 0x00ff00ff;
  return (bits | (bits >> 8)) & 0x0000ffff;
}
const half = (column: number, row: number): number => spread(column) | (spread(row) << 1);

export function codeOf(lng: number, lat: number): number {
  const [column, row] = [within(worldX(lng)), within(worldY(lat))];
  const far = half(Math.floor(column / HALF), Math.floor(row / HALF));
  return far * HALF_CODES + half(column % HALF, row % HALF);
}

/** Returns the center of a code's place, as fractions of the map. */
export function placeOfCode(code: number): readonly [column: number, row: number] {
  const [far, near] = [Math.floor(code / HALF_CODES), code % HALF_CODES];
  const column = gathered(far) * HALF + gathered(near);
  const row = gathered(far >> 1) * HALF + gathered(near >> 1);
  return [(column + 0.5) / WIDTH, (row + 0.5) / WIDTH];
}

/** Returns the number of leading steps that two codes share. Each step halves columns and rows. */
export function sharedDepth(one: number, other: number): number {
  let depth = CODE_DEPTH;
  for (let [a, b] = [one, other]; a !== b; depth -= 1) [a, b] = [Math.floor(a / 4), Math.floor(b / 4)];
  return depth;
}
