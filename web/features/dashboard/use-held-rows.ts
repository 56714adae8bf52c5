import { useState } from 'react';

type HeldRows<Row> = {
  readonly shown: readonly Row[];
  /** Rows that arrived at the top and wait until the user requests them. */
  readonly held: number;
};

/**
 * Holds back rows that arrive at the top while the user is further down, so that nothing shifts while the user reads.
 * `arrived` counts all rows that arrived since the table was opened.
 */
export function useHeldRows<Row>(rows: readonly Row[], arrived: number, isAtTop: boolean): HeldRows<Row> {
  const [released, setReleased] = useState(arrived);
  // A lower count belongs to a newly loaded table.
  const isOver = isAtTop || arrived < released;
  if (isOver && released !== arrived) setReleased(arrived);
  const held = isOver ? 0 : arrived - released;
  return { shown: held === 0 ? rows : rows.slice(held), held };
}
