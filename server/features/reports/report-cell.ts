import { REPORT_SUMS, type ReportMetric, type ReportSum, type ReportSums, sumsOf } from '#domain/report-metrics.ts';
import { plus } from '../../figures/read/event-sums.ts';

/**
 * The sums of a row or an entire report. Has only the sums that the report's metrics need, so that none is zero by
 * default.
 */
export type Cell = { readonly [Sum in ReportSum]?: ReportSums[Sum] };

/** Creates and adds a report's cells. */
export type Cells = {
  /** Returns the cell of a row without events. Visitors are null if the period's visitors are unknown. */
  empty(lacksVisitors: boolean): Cell;
  /** Picks the needed sums from a reader's result. Visitors are counted separately. */
  pick(found: Cell, visitors?: number | null): Cell;
  add(a: Cell, b: Cell): Cell;
  /**
   * Returns an accumulator for many cells. Creating an object for each sum took a fifth of a report's processor time.
   */
  total(): { add(cell: Cell): void; sum(): Cell };
};

type SumValue = ReportSums[ReportSum] | undefined;
type Draft = Partial<Record<ReportSum, SumValue>>;

/** Creates the cell functions for a report with these metrics. */
export function cellsOf(metrics: readonly ReportMetric[]): Cells {
  const needed = sumsOf(metrics);
  const make = (read: (sum: ReportSum) => SumValue): Draft => {
    const cell: Draft = {};
    for (const sum of needed) cell[sum] = read(sum);
    return cell;
  };
  const zeros = () => make((sum) => (REPORT_SUMS[sum] === 'money' ? 0n : 0));
  return {
    empty: (lacksVisitors) => (lacksVisitors ? { ...zeros(), visitors: null } : zeros()) as Cell,
    pick: (found, visitors = null) => make((sum) => (sum === 'visitors' ? visitors : found[sum])) as Cell,
    add: (a, b) => make((sum) => addedUp(sum, a[sum], b[sum])) as Cell,
    total: () => {
      const total = zeros();
      return {
        add: (cell) => {
          for (const sum of needed) total[sum] = addedUp(sum, total[sum], cell[sum]);
        },
        sum: () => total as Cell,
      };
    },
  };
}

function addedUp(sum: ReportSum, a: SumValue, b: SumValue): SumValue {
  if (a === undefined || b === undefined) return undefined;
  // The same visitors may be in both rows.
  if (REPORT_SUMS[sum] === 'distinct' || a === null || b === null) return null;
  return plus<number | bigint>(a, b);
}
