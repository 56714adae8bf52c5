type Numbers = Uint8Array | Uint32Array | Float64Array;

/** A typed array of numbers that grows as needed. */
export type GrownColumn<Column extends Numbers> = {
  push(value: number): void;
  length(): number;
  /** Returns the values in an array without spare capacity. */
  done(): Column;
};

/**
 * Initial capacity, in values, and the factor by which the capacity grows. Doubling it would need three times the
 * memory in the worst case.
 */
const FIRST = 1_024;
const GROWTH = 1.5;

export function grownColumn<Column extends Numbers>(make: (length: number) => Column): GrownColumn<Column> {
  let column = make(FIRST);
  let length = 0;
  return {
    push(value) {
      if (length === column.length) {
        const wider = make(Math.ceil(length * GROWTH));
        wider.set(column);
        column = wider;
      }
      column[length] = value;
      length += 1;
    },
    length: () => length,
    done() {
      const exact = make(length);
      exact.set(column.subarray(0, length));
      return exact;
    },
  };
}
