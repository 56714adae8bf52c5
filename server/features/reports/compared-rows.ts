import type { ReportComparison, ReportDimension } from '#contract/reports.ts';
import { besideDay } from '#domain/compared-days.ts';
import type { CalendarRange } from '#domain/range-preset.ts';
import { type Chunked, forEachChunked } from '../../memory/chunked.ts';
import type { ReportPeriod, ReportRow } from './read-report-period.ts';
import type { Cell, Cells } from './report-cell.ts';
import { type Label, rowKey } from './report-places.ts';

/**
 * A row in the period with its counterpart in the compared period. `cell` is null if only the compared period has the
 * row.
 */
export type ComparedRow = { readonly of: readonly Label[]; readonly cell: Cell | null; readonly compared: Cell | null };

/** Joins the rows of both periods. Maps times in the compared period to their counterparts in the reported period. */
export function* joinPeriods(
  dimensions: readonly ReportDimension[],
  { side, other, cells }: { readonly side: ReportPeriod; readonly other: ReportPeriod; readonly cells: Cells },
  asked: { readonly range: CalendarRange; readonly comparison: ReportComparison },
): Chunked<ComparedRow[]> {
  const moved = new Map<string, ReportRow>();
  const beside = dimensions.map((dimension) => once(besideOf(dimension, side, other, asked)));
  yield* forEachChunked(other.rows.values(), ({ of, cell }) => {
    const labels = of.map((label, index) => beside[index]?.(label) ?? label);
    const key = rowKey(labels);
    const known = moved.get(key);
    // An hour or a day without a counterpart is added to its neighbor.
    moved.set(key, { of: labels, cell: known === undefined ? cell : cells.add(known.cell, cell) });
  });
  const joined: ComparedRow[] = [];
  yield* forEachChunked(side.rows, ([key, { of, cell }]) => {
    joined.push({ of, cell, compared: moved.get(key)?.cell ?? null });
  });
  yield* forEachChunked(moved, ([key, { of, cell }]) => {
    if (!side.rows.has(key)) joined.push({ of, cell: null, compared: cell });
  });
  return joined;
}

type Beside = (label: Label) => Label;

/** Caches labels, because a hundred thousand rows share about a thousand different times. */
function once(work: Beside): Beside {
  const known = new Map<string, Label>();
  return (label) => {
    const found = known.get(label.id) ?? work(label);
    known.set(label.id, found);
    return found;
  };
}

/** Returns a function that maps a label from the compared period to its counterpart. */
function besideOf(
  dimension: ReportDimension,
  side: ReportPeriod,
  other: ReportPeriod,
  { range, comparison }: { readonly range: CalendarRange; readonly comparison: ReportComparison },
): Beside {
  if (dimension === 'day') return ({ id }) => named(besideDay(id, range, comparison));
  const labels = side.buckets.get(dimension)?.labels ?? [];
  if (dimension === 'hour') {
    const hoursOf = new Map<string, string[]>();
    for (const hour of labels) {
      const date = hour.slice(0, 10);
      const known = hoursOf.get(date);
      if (known) known.push(hour);
      else hoursOf.set(date, [hour]);
    }
    return ({ id }) => {
      const date = besideDay(id.slice(0, 10), range, comparison);
      const local = `${date}${id.slice(10, 16)}`;
      // If the clock skipped that hour, use the next hour. If there is no next hour yet, use the skipped hour itself.
      const sameDay = hoursOf.get(date)?.find((one) => one.slice(0, 16) >= local);
      return named(sameDay ?? `${local}${id.slice(16)}`);
    };
  }
  if (dimension === 'week' || dimension === 'month') {
    const theirs = other.buckets.get(dimension)?.labels ?? [];
    return ({ id }) => named(labels[Math.min(Math.max(theirs.indexOf(id), 0), labels.length - 1)] ?? id);
  }
  return (label) => label;
}

const named = (id: string): Label => ({ id, label: id });
