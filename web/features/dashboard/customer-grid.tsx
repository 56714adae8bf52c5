import { useMediaQuery } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Customer } from '#contract/list.ts';
import { CustomerCard } from './customer-card.tsx';
import classes from './customer-grid.module.css';
import { packRows } from './pack-rows.ts';
import { useNearEnd } from './use-near-end.ts';

/** Heights before a row is measured, and the gap of the grid, in pixels. */
const HALF_PX = 800;
const FULL_PX = 830;
const GAP_PX = 24;

type CustomerGridProps = {
  customers: readonly Customer[];
  total: number;
  isFull: (id: string) => boolean;
  onToggle: (id: string) => void;
  /** Receives the ids of the cards that are drawn. */
  drawnCards: RefObject<ReadonlySet<string>>;
  pages: Parameters<typeof useNearEnd>[3];
};

/** Distance of the grid from the top of the page; changes when something above it grows. */
function useTopOffset(grid: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (grid.current) setOffset(grid.current.getBoundingClientRect().top + window.scrollY);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [grid]);
  return offset;
}

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

/** The cards in two columns; only the rows near the screen are drawn, so that 5,000 customers stay smooth. */
export function CustomerGrid({ customers, total, isFull, onToggle, drawnCards, pages }: CustomerGridProps) {
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const rows = packRows(customers, isFull, isWide ? 2 : 1);
  const grid = useRef<HTMLDivElement>(null);
  const keepFocus = useKeptFocus();
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.isFull ? FULL_PX : HALF_PX),
    getItemKey: (index) => `${rows[index]?.isFull ? 'full' : 'half'} ${rows[index]?.key ?? index}`,
    overscan: 2,
    gap: GAP_PX,
    scrollMargin: useTopOffset(grid),
  });
  const drawn = virtual.getVirtualItems();
  useNearEnd(drawn.at(-1)?.index ?? 0, rows.length, 3, pages);
  const cards = drawn.flatMap(({ index }) => {
    const row = rows[index];
    return (row?.cards ?? []).map((customer, place) => ({ customer, index, place, isFull: row?.isFull ?? false }));
  });
  const drawnIds = cards.map(({ customer }) => customer.id).join(' ');
  useEffect(() => {
    drawnCards.current = new Set(drawnIds.split(' '));
  }, [drawnIds, drawnCards]);
  const positions = new Map(customers.map(({ id }, index) => [id, index + 1]));
  return (
    <div
      ref={grid}
      role="feed"
      aria-busy={pages.isFetching}
      aria-label="Customers"
      style={{ height: virtual.getTotalSize() }}
    >
      <div
        className={classes.grid}
        style={{ transform: `translateY(${(drawn[0]?.start ?? 0) - virtual.options.scrollMargin}px)` }}
      >
        {cards.map(({ customer, index, place, isFull: full }) => (
          <CustomerCard
            key={customer.id}
            {...(place === 0 ? { ref: (node: HTMLElement | null) => virtual.measureElement(node) } : {})}
            customer={customer}
            isFull={full}
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
    </div>
  );
}
