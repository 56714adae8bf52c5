import type { ComparedFigures } from '#contract/list-figures.ts';
import type { ReportComparison } from '#contract/reports.ts';
import { type ComparedPart, comparedPart } from '#domain/compared-days.ts';
import { dollars } from '#domain/money.ts';
import { perspectiveOf } from '#domain/role.ts';
import type { Figures } from '../../figures/figures.ts';
import type { Question } from '../../figures/query/question.ts';
import { addUp } from '../../figures/read/figure-table.ts';
import { type FigureSet, NO_FIGURES } from '../../figures/read/sums.ts';

/** The period that a query is compared with. */
export type ComparedPeriod = ComparedPart & {
  /** Figures by customer key. Customers without events have no entry. */
  readonly sums: ReadonlyMap<number, FigureSet>;
};

/**
 * Reads the figures of the compared period. Returns null without a comparison, and for ranges that are not full days.
 */
export async function readCompared(
  figures: Figures,
  question: Question,
  comparison: ReportComparison | undefined,
  nowMs: number,
): Promise<ComparedPeriod | null> {
  const { days } = question.range;
  if (comparison === undefined || days === undefined) return null;
  const part = comparedPart(days, comparison, { nowMs, zone: (await figures.clockOf(question)).zone });
  const before = await figures.resolve({ ...question, range: { dates: part, untilMs: part.untilMs } });
  return { ...part, sums: await figures.customerSums(before) };
}

/** Returns a card's comparison fields; none without a comparison. */
export const comparedCard = (
  period: ComparedPeriod | null,
  customerKey: number,
  question: Question,
): { readonly compared?: ComparedFigures } =>
  period === null ? {} : { compared: shown(period, period.sums.get(customerKey) ?? NO_FIGURES, question) };

/** Returns the comparison fields for everything in scope. */
export const comparedSum = (
  period: ComparedPeriod | null,
  question: Question,
): { readonly compared?: ComparedFigures } =>
  period === null ? {} : { compared: shown(period, addUp(period.sums), question) };

function shown(
  { from, to, until }: ComparedPeriod,
  { total }: Pick<FigureSet, 'total'>,
  { scope }: Question,
): ComparedFigures {
  const figures = {
    from,
    to,
    ...(until === undefined ? {} : { until }),
    total_views: total.views,
    total_clicks: total.clicks,
    total_burns: total.burns,
    total_revenue: dollars(total.micros),
  };
  // Advertisers never see energy.
  if (perspectiveOf(scope) === 'advertiser') return figures;
  return { ...figures, total_energy_wh: total.energyMilliWh / 1000 };
}
