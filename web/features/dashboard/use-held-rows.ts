import { useState } from 'react';

type HeldRows<Row> = {
  readonly shown: readonly Row[];
  /** Rows that arrived at the top and wait until the reader asks for them. */
  readonly held: number;
};

/**
 * Holds rows that arrive at the top back while the reader is further down, so that nothing shifts under the eye.
 * `arrived` counts all rows that came since the table was opened.
 */
export function useHeldRows<Row>(rows: readonly Row[], arrived: number, isAtTop: boolean): HeldRows<Row> {
  const [released, setReleased] = useState(arrived);
  // A count that went back belongs to a newly loaded table.
  const isOver = isAtTop || arrived < released;
  if (isOver && released !== arrived) setReleased(arrived);
  const held = isOver ? 0 : arrived - released;
  return { shown: held === 0 ? rows : rows.slice(held), held };
}
