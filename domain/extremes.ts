/**
 * Returns the lowest value; Infinity if there are none. Passing the values as arguments of `Math.min` would fail for
 * more than some hundred thousand values.
 */
export const lowest = (values: Iterable<number>): number => fold(values, Math.min, Number.POSITIVE_INFINITY);

/** Returns the highest value; -Infinity if there are none. */
export const highest = (values: Iterable<number>): number => fold(values, Math.max, Number.NEGATIVE_INFINITY);

function fold(values: Iterable<number>, choose: (one: number, other: number) => number, start: number): number {
  let found = start;
  for (const value of values) found = choose(found, value);
  return found;
}
