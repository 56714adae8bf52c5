import type { Page } from '../../paper/page-sizes.ts';
import { centsOf } from '../../paper/shown-numbers.ts';
import type { StatementData, StatementFigures, StatementOutlet } from './statement-data.ts';
import { tableColumns } from './statement-wording.ts';

export const ROW_HEIGHT = 14.5;
export const HEAD_HEIGHT = 20;
/** Lower limit of the rows, and their top on pages after the first. */
export const bottomOf = ({ height }: Page): number => height - 56;
export const NEXT_TOP = 62;

export type TableLine =
  | { readonly kind: 'outlet'; readonly outlet: StatementOutlet }
  | { readonly kind: 'further'; readonly count: number; readonly figures: StatementFigures }
  | { readonly kind: 'rounding'; readonly cents: readonly bigint[] }
  | { readonly kind: 'total'; readonly total: StatementFigures };

/** Sums figures. Energy is null if the perspective has none. */
export function sumFigures(rows: readonly StatementFigures[], hasEnergy: boolean): StatementFigures {
  const sum = { views: 0, clicks: 0, burns: 0, amountMicros: 0n, energyMilliWh: 0n };
  for (const row of rows) {
    sum.views += row.views;
    sum.clicks += row.clicks;
    sum.burns += row.burns;
    sum.amountMicros += row.amountMicros;
    sum.energyMilliWh += row.energyMilliWh ?? 0n;
  }
  return hasEnergy ? sum : { ...sum, energyMilliWh: null };
}

/**
 * Returns the table's lines: outlets, then one line for further outlets beyond `most`. A rounding line follows if the
 * printed cents do not add up to the printed total. The last line is the total, rounded once from the exact sum.
 */
export function tableLines(data: StatementData, total: StatementFigures, most: number): TableLine[] {
  const shown = data.outlets.slice(0, most);
  const rest = data.outlets.slice(most);
  const further = rest.length === 0 ? null : sumFigures(rest, total.energyMilliWh !== null);
  const printed: readonly StatementFigures[] = further === null ? shown : [...shown, further];
  const cents = tableColumns(data).map(({ micros }) => {
    if (micros === undefined) return 0n;
    return printed.reduce((sum, row) => sum - centsOf(micros(row)), centsOf(micros(total)));
  });
  return [
    ...shown.map((outlet): TableLine => ({ kind: 'outlet', outlet })),
    ...(further === null ? [] : [{ kind: 'further', count: rest.length, figures: further } as const]),
    ...(cents.some((each) => each !== 0n) ? [{ kind: 'rounding', cents } as const] : []),
    { kind: 'total', total },
  ];
}

/**
 * Splits lines into pages. `firstTop` is the top of the rows on the first page, `tail` the height needed below the
 * last line.
 */
export function paginate(lines: readonly TableLine[], page: Page, firstTop: number, tail: number): TableLine[][] {
  const last = bottomOf(page);
  const fitting = (top: number, bottom: number): number =>
    Math.max(0, Math.floor((bottom - top - HEAD_HEIGHT) / ROW_HEIGHT));
  const pages: TableLine[][] = [];
  let rest = [...lines];
  let top = firstTop;
  while (rest.length > fitting(top, last - tail)) {
    // The total is never alone on a page: the two lines before it are on the same page.
    const taken = Math.max(0, Math.min(fitting(top, last), rest.length - 3));
    pages.push(rest.slice(0, taken));
    rest = rest.slice(taken);
    top = NEXT_TOP;
  }
  return [...pages, rest];
}
