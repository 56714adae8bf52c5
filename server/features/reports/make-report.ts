import type { Report, ReportRow } from '#contract/reports.ts';
import { type ComparedPart, comparedPart } from '#domain/compared-days.ts';
import { CONTACT_DAYS } from '#domain/uptime.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { Config } from '../../config/config.ts';
import type { Question } from '../../figures/asked/question.ts';
import { AppError } from '../../http/app-error.ts';
import { inTurns } from '../../memory/in-slices.ts';
import { type AskedReport, isTime } from './asked-report.ts';
import { type ComparedRow, joinSides } from './compared-rows.ts';
import { type FilledRow, orderRows, pageOf } from './order-rows.ts';
import { readPeriod } from './read-period.ts';
import type { Reading, Side } from './read-side.ts';
import { type Cell, NO_CELL } from './report-cell.ts';
import { rowKey } from './report-places.ts';
import { valuesOf } from './report-values.ts';

type Page = { readonly cursor: string | undefined; readonly limit: number };
type Needs = Reading & { readonly config: Pick<Config, 'energyCostPerKwh'> };

export const EVERY_ROW: Page = { cursor: undefined, limit: Number.POSITIVE_INFINITY };

/** The answer to a report: what the role may see of it is decided by then, in `asked` and in the question's scope. */
export async function makeReport(needs: Needs, question: Question, asked: AskedReport, page: Page): Promise<Report> {
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
  const found =
    comparison && other
      ? await inTurns(joinSides(asked.dimensions, side, other, comparison))
      : [...side.rows.values()].map(({ of, cell }) => ({ of, cell, compared: null }));
  const rows = withoutGaps(withEmptyTimes(asked, side, found), side, other ?? side);
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

/** Fills in rows that one period lacks, before they are ordered: a row is sorted by the values it shows. */
function withoutGaps(rows: readonly ComparedRow[], side: Side, other: Side): FilledRow[] {
  const [empty, emptyCompared] = [emptyCell(side), emptyCell(other)];
  return rows.map(({ of, cell, compared }) => ({ of, cell: cell ?? empty, compared: compared ?? emptyCompared }));
}

/** A row without events. Its visitors are 0, unless the visitors of its period are unknown. */
const emptyCell = (side: Side): Cell => ({ ...NO_CELL, visitors: side.lacksVisitors ? null : 0 });

/** A line of time has no gaps: hours or days without events are zeros. */
function withEmptyTimes({ dimensions }: AskedReport, side: Side, rows: readonly ComparedRow[]): readonly ComparedRow[] {
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
  { metrics }: AskedReport,
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
  const asksEnergy = metrics.some((metric) => metric.startsWith('energy') || metric === 'left_after_energy');
  if (asksEnergy && sides.some((side) => (side?.total.estimatedViews ?? 0) > 0))
    notes.push('Some of the energy is an estimate: of views at outlets without a meter.');
  if (until !== undefined)
    notes.push(
      `The period is not over yet: it is compared with the other one up to the same time of the day, ${until}.`,
    );
  return notes;
}
