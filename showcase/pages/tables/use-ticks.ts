import { useState } from 'react';

/** Selected rows. The heading's checkbox selects or clears all rows, and is indeterminate if only some are selected. */
export function useTicks(ids: readonly number[], tickedAtFirst: readonly number[] = []) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set(tickedAtFirst));
  const isAll = ids.every((id) => ticked.has(id));
  return {
    isTicked: (id: number): boolean => ticked.has(id),
    isAll,
    isSome: ticked.size > 0 && !isAll,
    toggle: (id: number): void => {
      const next = new Set(ticked);
      if (!next.delete(id)) next.add(id);
      setTicked(next);
    },
    toggleAll: (): void => setTicked(new Set(isAll ? [] : ids)),
  };
}
