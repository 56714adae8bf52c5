import type { ReportComparison, ReportDimension } from '#contract/reports.ts';
import { besideDay } from '#domain/compared-days.ts';
import type { CalendarRange } from '#domain/range-preset.ts';
import { addCell, type Cell, rowKey, type Side, type SideRow } from './read-side.ts';
import type { Label } from './report-places.ts';

/** A row of the period and what stands beside it; `cell` is null where only the other period has it. */
export type ComparedRow = { readonly of: readonly Label[]; readonly cell: Cell | null; readonly compared: Cell | null };

/** Each row of either period, with times of the compared one moved to where they stand in the other. */
export function joinSides(
  dimensions: readonly ReportDimension[],
  side: Side,
  other: Side,
  { range, comparison }: { readonly range: CalendarRange; readonly comparison: ReportComparison },
): ComparedRow[] {
  const moved = new Map<string, SideRow>();
  for (const { of, cell } of other.rows.values()) {
    const labels = of.map((label, index) => beside(dimensions[index], label, side, other, range, comparison));
    const key = rowKey(labels);
    const known = moved.get(key);
    // An hour or a day that has none beside it counts with its neighbour; visitors of both are not known.
    moved.set(key, { of: labels, cell: known === undefined ? cell : { ...addCell(known.cell, cell), visitors: null } });
  }
  const joined = [...side.rows].map(([key, { of, cell }]) => ({ of, cell, compared: moved.get(key)?.cell ?? null }));
  const only = [...moved].filter(([key]) => !side.rows.has(key));
  return [...joined, ...only.map(([, { of, cell }]) => ({ of, cell: null, compared: cell }))];
}

function beside(
  dimension: ReportDimension | undefined,
  label: Label,
  side: Side,
  other: Side,
  range: CalendarRange,
  comparison: ReportComparison,
): Label {
  if (dimension === 'day') return named(besideDay(label.id, range, comparison));
  if (dimension === 'hour') {
    const local = `${besideDay(label.id.slice(0, 10), range, comparison)}${label.id.slice(10, 16)}`;
    const labels = side.buckets.get('hour')?.labels ?? [];
    // Where the clock left that hour out it is the next one; where there is none yet, the hour itself.
    const sameDay = labels.find((one) => one.slice(0, 10) === local.slice(0, 10) && one.slice(0, 16) >= local);
    return named(sameDay ?? `${local}${label.id.slice(16)}`);
  }
  if (dimension === 'week' || dimension === 'month') {
    const place = other.buckets.get(dimension)?.labels.indexOf(label.id) ?? -1;
    const labels = side.buckets.get(dimension)?.labels ?? [];
    return named(labels[Math.min(Math.max(place, 0), labels.length - 1)] ?? label.id);
  }
  return label;
}

const named = (id: string): Label => ({ id, label: id });
