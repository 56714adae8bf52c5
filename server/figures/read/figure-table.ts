import { type Chunked, forEachChunked } from '../../memory/chunked.ts';
import { memoizeByIdentity } from '../../memory/memoize-by-identity.ts';
import type { SumsQuestion } from '../query/sums-question.ts';
import { stampsOf } from '../query/time-range.ts';
import type { SealedSums } from './sealed-sums.ts';
import { addFigures, type FigureSet, NO_FIGURES, NO_SUMS, type Sums } from './sums.ts';
import type { RawSumsRow } from './sums-queries.ts';

/** Figures by customer key and outlet key. `outletKey` is 0 for sums by customer. */
export type FigureTable = ReadonlyMap<number, ReadonlyMap<number, FigureSet>>;

/** Counts the figures in a table. */
export function rowsOf(table: ReadonlyMap<number, ReadonlyMap<number, unknown>>): number {
  let rows = 0;
  for (const outlets of table.values()) rows += outlets.size;
  return rows;
}

/**
 * Adds rows to a table, in chunks, because a whole network has a hundred thousand outlets. Returns a new table that
 * shares the unchanged parts with the given table.
 */
export function* addRows(
  table: FigureTable,
  question: SumsQuestion,
  rows: readonly RawSumsRow[],
): Chunked<FigureTable> {
  const sums = new Map(table);
  const own = new Map<number, Map<number, FigureSet>>();
  const stamps = stampsOf(question.range);
  yield* forEachChunked(rows, (row) => {
    const outlets = own.get(row.customerKey) ?? new Map(sums.get(row.customerKey));
    own.set(row.customerKey, outlets);
    sums.set(row.customerKey, outlets);
    const isToday = question.timeZone !== null || row.localDay === question.localDayOf(row.outletKey);
    const isInRange = stamps === null || (row.localDay >= stamps.from && row.localDay <= stamps.to);
    const { ratedViews, ratedBurns } = row;
    const total = isInRange ? row.total : NO_SUMS;
    const key = question.byOutlet ? row.outletKey : 0;
    const figures = { total, today: isToday ? row.today : NO_SUMS, ratedViews, ratedBurns };
    outlets.set(key, addFigures(outlets.get(key) ?? NO_FIGURES, figures));
  });
  return sums;
}

/** Joins the sealed sums for the range and for the rated days, for the requested customers. */
export function* joinSealed(question: SumsQuestion, total: SealedSums, rated: SealedSums): Chunked<FigureTable> {
  const table = new Map<number, Map<number, FigureSet>>();
  const add = (customerKey: number, outletKey: number, figures: FigureSet) => {
    const own = table.get(customerKey) ?? new Map<number, FigureSet>();
    table.set(customerKey, own.set(outletKey, addFigures(own.get(outletKey) ?? NO_FIGURES, figures)));
  };
  yield* forEachChunked(sealedOf(question, total), ([customerKey, outletKey, sums]) =>
    add(customerKey, outletKey, { ...NO_FIGURES, total: sums }),
  );
  yield* forEachChunked(sealedOf(question, rated), ([customerKey, outletKey, { views, burns }]) =>
    add(customerKey, outletKey, { ...NO_FIGURES, ratedViews: views, ratedBurns: burns }),
  );
  return table;
}

/** Yields the requested customers' sealed sums, by outlet or by customer. */
function* sealedOf(
  { customers, byOutlet }: SumsQuestion,
  sealed: SealedSums,
): Generator<readonly [customerKey: number, outletKey: number, sums: Sums]> {
  for (const customerKey of customers ?? sealed.byCustomer.keys()) {
    if (byOutlet) {
      for (const [outletKey, sums] of sealed.outletsOf(customerKey)) yield [customerKey, outletKey, sums];
    } else {
      const sums = sealed.byCustomer.get(customerKey);
      if (sums !== undefined) yield [customerKey, 0, sums];
    }
  }
}

/** Sums all figures of a customer or of a whole network. Memoized, because maps of figures never change. */
export const addUp = memoizeByIdentity((figures: ReadonlyMap<number, FigureSet>): FigureSet => {
  let sum = NO_FIGURES;
  for (const one of figures.values()) sum = addFigures(sum, one);
  return sum;
});
