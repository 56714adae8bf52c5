import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import type { Customer } from '#contract/list.ts';
import { GridCards, type GridCardsProps } from './grid-cards.tsx';
import { packRows } from './pack-rows.ts';
import type { useNearEnd } from './use-near-end.ts';

const LongGrid = lazy(() => import('./long-grid.tsx').then(({ LongGrid: component }) => ({ default: component })));

/** So few rows are simply all drawn, as for most owners; of more, these stand until the code for many is there. */
const FEW_ROWS = 3;

type CustomerGridProps = Pick<GridCardsProps, 'total' | 'onToggle' | 'drawnCards'> & {
  customers: readonly Customer[];
  isFull: (id: string) => boolean;
  pages: Parameters<typeof useNearEnd>[3];
};

/** The customers' cards, few or many. */
export function CustomerGrid({ customers, isFull, pages, ...actions }: CustomerGridProps) {
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const rows = packRows(customers, isFull, isWide ? 2 : 1);
  const positions = new Map(customers.map(({ id }, index) => [id, index + 1]));
  const few = (
    <div role="feed" aria-busy={pages.isFetching} aria-label="Customers">
      <GridCards {...actions} rows={rows} positions={positions} drawn={[...rows.keys()].slice(0, FEW_ROWS)} />
    </div>
  );
  // By the number of cards, not of rows: a card at full width changes the rows, and may not draw all cards anew.
  if (customers.length <= FEW_ROWS && !pages.hasNextPage) return few;
  return (
    <Suspense fallback={few}>
      <LongGrid {...actions} rows={rows} positions={positions} pages={pages} />
    </Suspense>
  );
}
