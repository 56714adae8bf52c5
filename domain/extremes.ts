/** The lowest of any number of values, Infinity of none; as arguments of one call more than some hundred thousand do not fit. */
export const lowest = (values: Iterable<number>): number => fold(values, Math.min, Number.POSITIVE_INFINITY);

/** The highest of any number of values, -Infinity of none. */
export const highest = (values: Iterable<number>): number => fold(values, Math.max, Number.NEGATIVE_INFINITY);

function fold(values: Iterable<number>, choose: (one: number, other: number) => number, start: number): number {
  let found = start;
  for (const value of values) found = choose(found, value);
  return found;
}
