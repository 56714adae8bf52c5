import { nameOrder } from '#domain/name-order.ts';
import { AppError } from '../../http/app-error.ts';
import type { Cell } from './report-cell.ts';
import { type Label, rowKey } from './report-places.ts';
import type { ReportQuery } from './report-query.ts';
import { metricOf } from './report-values.ts';

type Value = number | string | null;
/** A row with a cell for each period, even for a period without events. */
export type FilledRow = { readonly of: readonly Label[]; readonly cell: Cell; readonly compared: Cell };
/** A row with the values that decide its position. */
type Placed = { readonly row: FilledRow; readonly value: Value; readonly key: string };

/**
 * Sorts by the requested column, then by the rows' ids, so that the pages of all processes agree. Rows without a value
 * come last.
 */
export function orderRows(rows: readonly FilledRow[], asked: ReportQuery, costPerKwh: number): Placed[] {
  const { dimensions, sort } = asked;
  const words: readonly string[] = dimensions;
  const dimension = words.indexOf(sort.by);
  const metric = asked.metrics.find((one) => one === sort.by) ?? 'views';
  const orderBy = ({ cell, of }: FilledRow): Value => {
    if (dimension < 0) return metricOf(metric, cell, costPerKwh);
    const { id = '', label = '' } = of[dimension] ?? {};
    return sort.by === 'hour' ? Date.parse(id) : nameOrder(label);
  };
  const placed = rows.map((row) => ({ row, value: orderBy(row), key: rowKey(row.of) }));
  return placed.sort((a, b) => compare(a, b, sort.isDescending));
}

function compare(a: Omit<Placed, 'row'>, b: Omit<Placed, 'row'>, isDescending: boolean): number {
  if (a.value !== b.value) {
    if (a.value === null) return 1;
    if (b.value === null) return -1;
    return a.value < b.value === isDescending ? 1 : -1;
  }
  return a.key === b.key ? 0 : a.key < b.key ? -1 : 1;
}

/**
 * A page of rows, and the cursor of the next one. A page begins after the row that the cursor names, at that row's
 * current position.
 */
export function pageOf(
  placed: readonly Placed[],
  { cursor, limit, isDescending }: { cursor: string | undefined; limit: number; isDescending: boolean },
): { readonly rows: readonly FilledRow[]; readonly next: string | null } {
  const after = cursor === undefined ? null : decode(cursor);
  const from = after === null ? 0 : placed.findIndex((one) => compare(one, after, isDescending) > 0);
  const page = from < 0 ? [] : placed.slice(from, from + limit);
  const last = page.at(-1);
  const isMore = from >= 0 && from + limit < placed.length && last !== undefined;
  return { rows: page.map(({ row }) => row), next: isMore ? encode(last) : null };
}

const encode = ({ value, key }: Placed): string => Buffer.from(JSON.stringify([value, key])).toString('base64url');

function decode(cursor: string): Omit<Placed, 'row'> {
  try {
    const [value, key, ...rest]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isValue = value === null || typeof value === 'number' || typeof value === 'string';
    if (isValue && typeof key === 'string' && rest.length === 0) return { value, key };
  } catch {
    // The throw below reports this, like any unknown cursor.
  }
  throw new AppError('invalid', 'This page is not known. Start again from the first one.');
}
