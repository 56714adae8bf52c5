import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Customer } from '#contract/list.ts';
import { useLazyModule } from '../../lib/use-lazy-module.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { CustomerCard } from './customer-card.tsx';
import classes from './customer-grid.module.css';
import { customerGridStrings as strings } from './dashboard-strings.ts';
import type { RowWindow } from './grid-window.tsx';
import { useNearEnd } from './use-near-end.ts';

/**
 * Maximum number of rows that render without checking which rows are near the screen. On a phone, this is a single row
 * because a card is as high as the screen.
 */
const FEW_ROWS = { wide: 4, narrow: 1 };
const gridWindow = () => import('./grid-window.tsx');

type CustomerGridProps = {
  customers: readonly Customer[];
  total: number;
  isFull: (id: string) => boolean;
  onToggle: (id: string) => void;
  /** Receives the ids of the rendered cards. */
  drawnCards: RefObject<ReadonlySet<string>>;
  pages: Parameters<typeof useNearEnd>[3];
};

/** Returns a function that keeps the focus on the clicked header, even if its card moves in the document. */
function useKeptFocus(): (id: string) => void {
  const toggled = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (toggled.current === null) return;
    const header = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(toggled.current)}"]`);
    if (header && document.activeElement !== header) header.focus({ preventScroll: true });
    toggled.current = null;
  });
  return useCallback((id) => {
    toggled.current = id;
  }, []);
}

/**
 * Chooses the rows to render: all if there are few, else those near the screen. Until the windowing code has loaded,
 * renders the first rows.
 */
function useDrawnRows(rows: readonly unknown[], few: number) {
  const { code, hasFailed, retry } = useLazyModule(gridWindow, rows.length > few);
  const [near, setNear] = useState<RowWindow | null>(null);
  const count = hasFailed ? rows.length : Math.min(rows.length, few);
  const drawn = near ?? { first: 0, last: count - 1, topPx: 0, heightPx: undefined, measure: undefined };
  return { drawn, setNear, GridWindow: code?.GridWindow ?? null, hasFailed, retry };
}

/** The customer cards in two columns. Only the rows near the screen render, so that 5,000 customers scroll smoothly. */
export function CustomerGrid({ customers, total, isFull, onToggle, drawnCards, pages }: CustomerGridProps) {
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const rows = packRows(customers, isFull, isWide ? 2 : 1);
  const grid = useRef<HTMLDivElement>(null);
  const keepFocus = useKeptFocus();
  const { drawn, setNear, GridWindow, hasFailed, retry } = useDrawnRows(rows, isWide ? FEW_ROWS.wide : FEW_ROWS.narrow);
  // Without the windowing code, load no further pages automatically, because all their cards would render.
  useNearEnd(hasFailed ? 0 : drawn.last, rows.length, 3, pages);
  const cards = rows
    .slice(drawn.first, drawn.last + 1)
    .flatMap((row, place) =>
      row.cards.map((customer, column) => ({ customer, index: drawn.first + place, column, isFull: row.isFull })),
    );
  const drawnIds = cards.map(({ customer }) => customer.id).join(' ');
  useEffect(() => {
    drawnCards.current = new Set(drawnIds.split(' '));
  }, [drawnIds, drawnCards]);
  const positions = new Map(customers.map(({ id }, index) => [id, index + 1]));
  const { measure } = drawn;
  const toggle = useCallback(
    (id: string) => {
      keepFocus(id);
      onToggle(id);
    },
    [keepFocus, onToggle],
  );
  return (
    <>
      <div
        ref={grid}
        role="feed"
        aria-busy={pages.isFetching}
        aria-label={strings.customers}
        style={{ height: drawn.heightPx }}
      >
        <div className={classes.grid} style={{ transform: `translateY(${drawn.topPx}px)` }}>
          {cards.map(({ customer, index, column, isFull: full }) => (
            <CustomerCard
              key={customer.id}
              {...(column === 0 && measure ? { ref: measure } : {})}
              customer={customer}
              isFull={full}
              row={index}
              position={positions.get(customer.id) ?? 0}
              total={total}
              onToggle={toggle}
            />
          ))}
        </div>
        {GridWindow ? <GridWindow rows={rows} beyond={isWide ? 2 : 1} grid={grid} onWindow={setNear} /> : null}
      </div>
      {hasFailed && pages.hasNextPage ? <ErrorState what={strings.loadMoreFailed} onRetry={retry} /> : null}
    </>
  );
}

/** One row of cards: one card at full width, or up to two at half width. */
type CardRow<Card> = { readonly key: string; readonly isFull: boolean; readonly cards: readonly Card[] };

type Identified = { readonly id: string };

/**
 * Places cards in order. A full-width card takes over its row. The card that preceded it in the same row moves after it
 * and pairs with the next card, so that the clicked header stays under the pointer.
 */
export function packRows<Card extends Identified>(
  cards: readonly Card[],
  isFull: (id: string) => boolean,
  columns: 1 | 2,
): CardRow<Card>[] {
  const rows: CardRow<Card>[] = [];
  let waiting: Card | undefined;
  const push = (full: boolean, ...row: Card[]) =>
    rows.push({ key: row.map(({ id }) => id).join(' '), isFull: full, cards: row });
  for (const card of cards) {
    if (columns === 1 || isFull(card.id)) push(isFull(card.id), card);
    else if (waiting) {
      push(false, waiting, card);
      waiting = undefined;
    } else waiting = card;
  }
  if (waiting) push(false, waiting);
  return rows;
}
