import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { GridCards, type GridCardsProps } from './grid-cards.tsx';
import { useNearEnd } from './use-near-end.ts';

/** Heights before a row is measured, and the gap of the grid, in pixels. */
const HALF_PX = 800;
const FULL_PX = 830;
const GAP_PX = 24;

type Pages = Parameters<typeof useNearEnd>[3];

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

/** Many cards; only the rows near the screen are drawn, so that 5,000 customers stay smooth. */
export function LongGrid({ rows, pages, ...cards }: Omit<GridCardsProps, 'drawn' | 'measure'> & { pages: Pages }) {
  const grid = useRef<HTMLDivElement>(null);
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
  return (
    <div
      ref={grid}
      role="feed"
      aria-busy={pages.isFetching}
      aria-label="Customers"
      style={{ height: virtual.getTotalSize() }}
    >
      <div style={{ transform: `translateY(${(drawn[0]?.start ?? 0) - virtual.options.scrollMargin}px)` }}>
        <GridCards
          {...cards}
          rows={rows}
          drawn={drawn.map(({ index }) => index)}
          measure={(node) => virtual.measureElement(node)}
        />
      </div>
    </div>
  );
}
