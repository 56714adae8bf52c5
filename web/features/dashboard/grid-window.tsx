import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Row heights before measurement, and the gap between rows, in pixels. */
const HALF_PX = 800;
const FULL_PX = 830;
const GAP_PX = 24;

/** The rows of cards near the screen, and the position of the first of these rows. */
export type RowWindow = {
  readonly first: number;
  readonly last: number;
  /** Distance from the top of the grid, and the total height of all rows. */
  readonly topPx: number;
  readonly heightPx: number;
  /** Receives the first card of each row. */
  readonly measure: (card: HTMLElement | null) => void;
};

export type GridWindowProps = {
  rows: readonly { readonly key: string; readonly isFull: boolean }[];
  /** How many extra rows render above and below the screen. */
  beyond: number;
  grid: RefObject<HTMLElement | null>;
  onWindow: (next: RowWindow) => void;
};

/** Returns the grid's distance from the top of the page. This distance changes when content above the grid grows. */
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

/** Tracks which rows are near the screen. Renders nothing, so that the cards stay mounted when this code loads. */
export function GridWindow({ rows, beyond, grid, onWindow }: GridWindowProps) {
  const offsetPx = useTopOffset(grid);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.isFull ? FULL_PX : HALF_PX),
    getItemKey: (index) => `${rows[index]?.isFull ? 'full' : 'half'} ${rows[index]?.key ?? index}`,
    overscan: beyond,
    gap: GAP_PX,
    scrollMargin: offsetPx,
  });
  const drawn = virtual.getVirtualItems();
  const first = drawn[0]?.index ?? 0;
  const last = drawn.at(-1)?.index ?? 0;
  const topPx = (drawn[0]?.start ?? offsetPx) - offsetPx;
  const heightPx = virtual.getTotalSize();
  const { measureElement: measure } = virtual;
  useLayoutEffect(() => {
    onWindow({ first, last, topPx, heightPx, measure });
  }, [first, last, topPx, heightPx, measure, onWindow]);
  return null;
}
