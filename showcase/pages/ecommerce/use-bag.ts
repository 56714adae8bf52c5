import { useState } from 'react';

export type BagLine = { readonly size: number; readonly pairs: number };

/** The bag's content for one product, by size; lost when the page unmounts. */
export function useBag() {
  const [lines, setLines] = useState<readonly BagLine[]>([]);
  const add = (size: number, pairs: number): void =>
    setLines((before) => {
      const others = before.filter((line) => line.size !== size);
      const had = before.find((line) => line.size === size)?.pairs ?? 0;
      return [...others, { size, pairs: had + pairs }].sort((one, other) => one.size - other.size);
    });
  return { lines, add, empty: (): void => setLines([]) };
}
