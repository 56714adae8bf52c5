import { eachOf, type Slices } from '../../memory/in-slices.ts';
import { keptWith } from '../../memory/kept-with.ts';
import type { SumsQuestion } from '../asked/sums-question.ts';
import { stampsOf } from '../asked/time-range.ts';
import type { SealedSums } from './sealed-sums.ts';
import { addFigures, type FigureSet, NO_FIGURES, NO_SUMS, type Sums } from './sums.ts';
import type { RawSumsRow } from './sums-queries.ts';

/** Figures by customer key and outlet key; `outletKey` 0 where they are summed up per customer. */
export type FigureTable = ReadonlyMap<number, ReadonlyMap<number, FigureSet>>;

/** How many figures it has. */
export function rowsOf(table: ReadonlyMap<number, ReadonlyMap<number, unknown>>): number {
  let rows = 0;
  for (const outlets of table.values()) rows += outlets.size;
  return rows;
}

/** A table with the sums of the rows added, in slices: of a whole network each step is a hundred thousand outlets. The one given stays as it is; what no row touches is shared. */
export function* addRows(table: FigureTable, question: SumsQuestion, rows: readonly RawSumsRow[]): Slices<FigureTable> {
  const sums = new Map(table);
  const own = new Map<number, Map<number, FigureSet>>();
  const stamps = stampsOf(question.range);
  yield* eachOf(rows, (row) => {
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

/** Sealed sums of the range and of the rated days, of the asked customers. */
export function* joinSealed(question: SumsQuestion, total: SealedSums, rated: SealedSums): Slices<FigureTable> {
  const table = new Map<number, Map<number, FigureSet>>();
  const add = (customerKey: number, outletKey: number, figures: FigureSet) => {
    const own = table.get(customerKey) ?? new Map<number, FigureSet>();
    table.set(customerKey, own.set(outletKey, addFigures(own.get(outletKey) ?? NO_FIGURES, figures)));
  };
  yield* eachOf(sealedOf(question, total), ([customerKey, outletKey, sums]) =>
    add(customerKey, outletKey, { ...NO_FIGURES, total: sums }),
  );
  yield* eachOf(sealedOf(question, rated), ([customerKey, outletKey, { views, burns }]) =>
    add(customerKey, outletKey, { ...NO_FIGURES, ratedViews: views, ratedBurns: burns }),
  );
  return table;
}

/** Each sealed sum of the asked customers, per outlet or per customer as asked. */
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

/** All figures of a table's part, or of a whole network's customers, added up; once, because no map of figures changes. */
export const addUp = keptWith((figures: ReadonlyMap<number, FigureSet>): FigureSet => {
  let sum = NO_FIGURES;
  for (const one of figures.values()) sum = addFigures(sum, one);
  return sum;
});
