import { AppError } from '../http/app-error.ts';
import type { CellFigures } from './cell-figures.ts';
import type { CellColumn } from './query/cells-question.ts';
import type { Question } from './query/question.ts';
import type { FigureTable } from './read/figure-table.ts';
import { type FigureSet, NO_FIGURES, NO_SUMS, type Sums } from './read/sums.ts';
import type { DayRow } from './read/sums-queries.ts';

type Known = Question & { readonly knownOn: number };

export const isKnown = (question: Question): question is Known => question.knownOn !== undefined;

/**
 * Replaces the totals in a table with the totals known at the earlier time. Today's figures and the rating stay
 * current.
 */
export async function knownTable(
  cells: CellFigures['cells'],
  { scope, range, knownOn }: Known,
  { now, customerKeys, byOutlet }: { now: FigureTable; customerKeys: readonly number[] | null; byOutlet: boolean },
): Promise<FigureTable> {
  const columns: CellColumn[] = [{ by: 'customer' }, ...(byOutlet ? [{ by: 'outlet' } as const] : [])];
  const filters = customerKeys === null ? {} : { customers: customerKeys };
  const asked = { scope, customerKey: null, range, columns, filters, withInvalid: false, knownOn };
  const rows = await cells(asked);
  const table = new Map<number, Map<number, FigureSet>>();
  for (const [customerKey, outlets] of now)
    table.set(customerKey, new Map([...outlets].map(([key, figures]) => [key, { ...figures, total: NO_SUMS }])));
  for (const { of, ...row } of rows) {
    const total = sumsIn(row);
    const [customerKey = 0, outletKey = 0] = of.map(Number);
    const outlets = table.get(customerKey) ?? new Map<number, FigureSet>();
    table.set(customerKey, outlets.set(outletKey, { ...(outlets.get(outletKey) ?? NO_FIGURES), total }));
  }
  return table;
}

/**
 * Reads daily sums as known at an earlier time. `starts` are the start times of the days; null uses the day stamped on
 * each event.
 */
export async function knownDays(
  cells: CellFigures['cells'],
  { scope, customerKey, range, knownOn }: Known,
  starts: readonly number[] | null,
): Promise<DayRow[]> {
  if (range.startMs === null) throw new AppError('invalid', 'To use known_on, specify the start of the range.');
  const column: CellColumn = starts === null ? { by: 'stamp', unit: 'day' } : { by: 'start', starts };
  const asked = { scope, customerKey, range, columns: [column], filters: {}, withInvalid: false, knownOn };
  const rows = await cells(asked);
  return rows.map(({ of: [day = ''], ...row }) => ({ day, ...sumsIn(row) }));
}

/** Returns only the sums that the dashboard shows, without sums that only reports use. */
const sumsIn = ({ views, clicks, burns, micros, energyMilliWh, estimatedViews }: Sums): Sums => ({
  views,
  clicks,
  burns,
  micros,
  energyMilliWh,
  estimatedViews,
});
