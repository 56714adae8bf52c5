import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Customer } from '#contract/list.ts';
import { CustomerCard } from './customer-card.tsx';
import classes from './customer-grid.module.css';
import type { CardRow } from './pack-rows.ts';

export type GridCardsProps = {
  rows: readonly CardRow<Customer>[];
  /** Indexes of the rows that are drawn. */
  drawn: readonly number[];
  /** Place of each customer in the whole list, from 1. */
  positions: ReadonlyMap<string, number>;
  total: number;
  onToggle: (id: string) => void;
  /** Receives the ids of the cards that are drawn. */
  drawnCards: RefObject<ReadonlySet<string>>;
  /** Receives the first card of each row. */
  measure?: (node: HTMLElement | null) => void;
};

/** The header that was clicked keeps the focus, although its card may have moved in the document. */
function useKeptFocus(): (id: string) => void {
  const toggled = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (toggled.current === null) return;
    const header = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(toggled.current)}"]`);
    if (header && document.activeElement !== header) header.focus({ preventScroll: true });
    toggled.current = null;
  });
  return (id) => {
    toggled.current = id;
  };
}

/** The cards of the drawn rows in two columns, or in one on a narrow screen. */
export function GridCards({ rows, drawn, positions, total, onToggle, drawnCards, measure }: GridCardsProps) {
  const keepFocus = useKeptFocus();
  const cards = drawn.flatMap((index) => {
    const row = rows[index];
    return (row?.cards ?? []).map((customer, place) => ({ customer, index, place, isFull: row?.isFull ?? false }));
  });
  const drawnIds = cards.map(({ customer }) => customer.id).join(' ');
  useEffect(() => {
    drawnCards.current = new Set(drawnIds.split(' '));
  }, [drawnIds, drawnCards]);
  return (
    <div className={classes.grid}>
      {cards.map(({ customer, index, place, isFull }) => (
        <CustomerCard
          key={customer.id}
          {...(place === 0 && measure ? { ref: measure } : {})}
          customer={customer}
          isFull={isFull}
          row={index}
          position={positions.get(customer.id) ?? 0}
          total={total}
          onToggle={(id) => {
            keepFocus(id);
            onToggle(id);
          }}
        />
      ))}
    </div>
  );
}
