import type { Report, ReportRow } from '#contract/reports.ts';
import { type ComparedPart, comparedPart } from '#domain/compared-days.ts';
import { sumsOf } from '#domain/report-metrics.ts';
import { CONTACT_DAYS } from '#domain/uptime.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { Config } from '../../config/config.ts';
import type { Question } from '../../figures/query/question.ts';
import { AppError } from '../../http/app-error.ts';
import { runAtLowPriority } from '../../memory/chunked.ts';
import { type ComparedRow, joinSides } from './compared-rows.ts';
import { type FilledRow, orderRows, pageOf } from './order-rows.ts';
import { readPeriod } from './read-period.ts';
import type { Reading, Side } from './read-report-period.ts';
import { type Cell, type Cells, cellsOf } from './report-cell.ts';
import { rowKey } from './report-places.ts';
import { isTime, type ReportQuery } from './report-query.ts';
import { valuesOf } from './report-values.ts';

export type Page = { readonly cursor: string | undefined; readonly limit: number };
type Needs = Reading & { readonly config: Pick<Config, 'energyCostPerKwh'> };

export const EVERY_ROW: Page = { cursor: undefined, limit: Number.POSITIVE_INFINITY };

/** Computes a report. `asked` and the question's scope already limit it to what the role may see. */
export async function makeReport(needs: Needs, question: Question, asked: ReportQuery, page: Page): Promise<Report> {
  const { config, figures } = needs;
  const days = question.range.days;
  if (asked.compare !== null && days === undefined)
    throw new AppError('invalid', 'Only a range of days is compared: give range, or from and to.');
  const comparison = asked.compare === null || days === undefined ? null : { range: days, comparison: asked.compare };
  const period = await figures.periodOf(question);
  const clock = { nowMs: needs.now(), zone: period.time_zone };
  const before = comparison && comparedPart(comparison.range, comparison.comparison, clock);
  const beside = before && (await figures.resolve({ ...question, range: { dates: before, untilMs: before.untilMs } }));
  const [side, other] = await Promise.all([
    readPeriod(needs, question, asked),
    beside && readPeriod(needs, beside, asked),
  ]);
  const cells = cellsOf(asked.metrics);
  const found =
    comparison && other
      ? await runAtLowPriority(joinSides(asked.dimensions, { side, other, cells }, comparison))
      : [...side.rows.values()].map(({ of, cell }) => ({ of, cell, compared: null }));
  const rows = withoutGaps(withEmptyTimes(asked, side, found), cells, side, other ?? side);
  const isComparing = other !== null;
  const cost = config.energyCostPerKwh;
  const placed = orderRows(rows, asked, cost);
  const { rows: shown, next } = pageOf(placed, { ...page, isDescending: asked.sort.isDescending });
  const values = (cell: Cell) => valuesOf(asked.metrics, cell, cost);
  return {
    period,
    ...(before ? { compared_period: shownPart(before) } : {}),
    dimensions: [...asked.dimensions],
    metrics: [...asked.metrics],
    total: values(side.total),
    ...(other ? { compared_total: valuesOf(asked.metrics, other.total, cost) } : {}),
    data:
      asked.dimensions.length === 0
        ? []
        : shown.map(
            ({ of, cell, compared }): ReportRow => ({
              of: [...of],
              values: values(cell),
              ...(isComparing ? { compared: values(compared) } : {}),
            }),
          ),
    rows: asked.dimensions.length === 0 ? 0 : placed.length,
    next_cursor: asked.dimensions.length === 0 ? null : next,
    notes: await notesOf(needs, asked, [side, other], before?.until),
  };
}

const shownPart = ({ from, to, until }: ComparedPart) => ({ from, to, ...(until === undefined ? {} : { until }) });

/** Fills in rows that one period lacks before the sort, so that rows are sorted by the values they show. */
function withoutGaps(rows: readonly ComparedRow[], cells: Cells, side: Side, other: Side): FilledRow[] {
  const [empty, emptyCompared] = [cells.empty(side.lacksVisitors), cells.empty(other.lacksVisitors)];
  return rows.map(({ of, cell, compared }) => ({ of, cell: cell ?? empty, compared: compared ?? emptyCompared }));
}

/** A time series has no gaps: hours or days without events are zeros. */
function withEmptyTimes({ dimensions }: ReportQuery, side: Side, rows: readonly ComparedRow[]): readonly ComparedRow[] {
  const [dimension, ...others] = dimensions;
  if (dimension === undefined || others.length > 0 || !isTime(dimension)) return rows;
  const known = new Set(rows.map(({ of }) => rowKey(of)));
  const empty = (side.buckets.get(dimension)?.labels ?? [])
    .map((label) => ({ of: [{ id: label, label }], cell: null, compared: null }))
    .filter(({ of }) => !known.has(rowKey(of)));
  return [...rows, ...empty];
}

async function notesOf(
  { figures }: Needs,
  { metrics }: ReportQuery,
  sides: readonly (Side | null)[],
  until: string | undefined,
): Promise<string[]> {
  const notes: string[] = [];
  if (sides.some((side) => side?.lacksVisitors)) {
    const { date } = zonedDay(await figures.visitorsKnownFrom(), 'UTC');
    notes.push(
      `Visitors can be counted in ranges that start on ${date} (UTC) or later. Earlier events no longer identify visitors.`,
    );
  }
  if (sides.some((side) => side?.lacksContacts))
    notes.push(`Uptime is known of the last ${CONTACT_DAYS} days: of what lies before no contact is kept.`);
  if (sumsOf(metrics).includes('estimatedViews') && sides.some((side) => (side?.total.estimatedViews ?? 0) > 0))
    notes.push('Some of the energy is an estimate: of views at outlets without a meter.');
  if (until !== undefined)
    notes.push(
      `The period is not over yet: it is compared with the other one up to the same time of the day, ${until}.`,
    );
  return notes;
}
