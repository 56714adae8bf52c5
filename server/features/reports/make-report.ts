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
import { orderRows, pageOf } from './order-rows.ts';
import { readPeriod } from './read-period.ts';
import { NO_CELL, type Reading, type Side } from './read-side.ts';
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
  const rows =
    comparison && other
      ? await inTurns(joinSides(asked.dimensions, side, other, comparison))
      : [...side.rows.values()].map(({ of, cell }) => ({ of, cell, compared: null }));
  const isComparing = other !== null;
  const cost = config.energyCostPerKwh;
  const placed = orderRows(withEmptyTimes(asked, side, rows), asked, cost);
  const { rows: shown, next } = pageOf(placed, { ...page, isDescending: asked.sort.isDescending });
  const values = (cell: ComparedRow['cell']) => valuesOf(asked.metrics, cell ?? emptyCell(side), cost);
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

/** Nothing happened: nobody came either, where visitors are known. */
const emptyCell = (side: Side) => ({ ...NO_CELL, visitors: side.lacksVisitors ? null : 0 });

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
    const { date } = zonedDay(await figures.singlesSince(), 'UTC');
    notes.push(
      `Visitors are known of ranges that begin on ${date} (UTC) or later: of what lies before only sums are kept.`,
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
