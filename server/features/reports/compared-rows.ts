import type { ReportComparison, ReportDimension } from '#contract/reports.ts';
import { besideDay } from '#domain/compared-days.ts';
import type { CalendarRange } from '#domain/range-preset.ts';
import { eachOf, type Slices } from '../../memory/in-slices.ts';
import type { Side, SideRow } from './read-side.ts';
import { addCell, type Cell } from './report-cell.ts';
import { type Label, rowKey } from './report-places.ts';

/** A row of the period and what stands beside it; `cell` is null where only the other period has it. */
export type ComparedRow = { readonly of: readonly Label[]; readonly cell: Cell | null; readonly compared: Cell | null };

/** Each row of either period, with times of the compared one moved to where they stand in the other. */
export function* joinSides(
  dimensions: readonly ReportDimension[],
  side: Side,
  other: Side,
  asked: { readonly range: CalendarRange; readonly comparison: ReportComparison },
): Slices<ComparedRow[]> {
  const moved = new Map<string, SideRow>();
  const beside = dimensions.map((dimension) => once(besideOf(dimension, side, other, asked)));
  yield* eachOf(other.rows.values(), ({ of, cell }) => {
    const labels = of.map((label, index) => beside[index]?.(label) ?? label);
    const key = rowKey(labels);
    const known = moved.get(key);
    // An hour or a day that has none beside it counts with its neighbour.
    moved.set(key, { of: labels, cell: known === undefined ? cell : addCell(known.cell, cell) });
  });
  const joined: ComparedRow[] = [];
  yield* eachOf(side.rows, ([key, { of, cell }]) => {
    joined.push({ of, cell, compared: moved.get(key)?.cell ?? null });
  });
  yield* eachOf(moved, ([key, { of, cell }]) => {
    if (!side.rows.has(key)) joined.push({ of, cell: null, compared: cell });
  });
  return joined;
}

type Beside = (label: Label) => Label;

/** A hundred thousand rows share some thousand times. */
function once(work: Beside): Beside {
  const known = new Map<string, Label>();
  return (label) => {
    const found = known.get(label.id) ?? work(label);
    known.set(label.id, found);
    return found;
  };
}

/** Where a label of the compared period stands in the other one. */
function besideOf(
  dimension: ReportDimension,
  side: Side,
  other: Side,
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
      // Where the clock left that hour out it is the next one; where there is none yet, the hour itself.
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
