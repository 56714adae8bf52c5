import type { Role } from '#contract/common.ts';
import {
  isCostly,
  METRICS,
  type MetricUnit,
  metricLabel,
  metricMeaning,
  metricUnit,
  REPORT_METRICS,
  type ReportMetric,
} from '#domain/report-metrics.ts';
import { mayReport } from '#domain/report-rights.ts';
import type { Perspective } from '#domain/role.ts';
import { uptimeText } from '#domain/uptime.ts';
import { formatCount, formatDollars, formatTenthsOfKwh } from '../../lib/formatters.ts';
import { CURRENCY } from '../../lib/page-currency.ts';

export const sideOf = (role: Role): Perspective => (role === 'property' || role === 'advertiser' ? role : 'admin');

type MetricWords = {
  readonly label: string;
  readonly meaning: string;
  readonly format: (value: number) => string;
  /** Formats a round value of an axis, in the same unit as `format`. */
  readonly axis: (value: number) => string;
  /** Whether all values are whole numbers. */
  readonly isWhole: boolean;
};

const rate = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const few = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

const FORMATS: Readonly<Record<MetricUnit, (value: number) => string>> = {
  count: formatCount,
  money: formatDollars,
  kwh: formatTenthsOfKwh,
  rate: (value) => rate.format(value),
  uptime: uptimeText,
  decimal: (value) => few.format(value),
};

const shortCount = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const shortMoney = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: CURRENCY,
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 3,
});
const short = (value: number): string => shortCount.format(value);

const AXES: Readonly<Record<MetricUnit, (value: number) => string>> = {
  ...FORMATS,
  count: short,
  kwh: (value) => (value < 1 ? few.format(value) : short(value)),
  money: (value) => shortMoney.format(value),
};

/** Returns a metric's name, meaning and format, in a perspective's words. */
export const metricWords = (metric: ReportMetric, side: Perspective): MetricWords => ({
  label: metricLabel(metric, side),
  meaning: metricMeaning(metric, side),
  format: FORMATS[metricUnit(metric)],
  axis: AXES[metricUnit(metric)],
  isWhole: metricUnit(metric) === 'count',
});

/**
 * Returns the metrics in the files that the screen exports. Uptime is included only if it is the chosen metric, because
 * reports by sponsor have no uptime.
 */
export const metricsOfFile = (side: Perspective, chosen: ReportMetric): readonly ReportMetric[] => [
  ...cardsOf(side).filter((metric) => metric !== 'uptime' || chosen === 'uptime'),
  ...REPORT_METRICS.filter((metric) => placeOf(metric) === 'file' && mayReport(side, metric)),
];

const placeOf = (metric: ReportMetric): number | 'file' | undefined => {
  const definition: { readonly onScreen?: number | 'file' } = METRICS[metric];
  return definition.onScreen;
};

/** The cards at the top of the screen, from left to right. */
const CARDS: readonly ReportMetric[] = REPORT_METRICS.filter((metric) => typeof placeOf(metric) === 'number').sort(
  (one, other) => Number(placeOf(one)) - Number(placeOf(other)),
);
export const cardsOf = (side: Perspective): readonly ReportMetric[] =>
  CARDS.filter((metric) => mayReport(side, metric));

/**
 * Returns the cards whose metrics share one query, without the costly metrics. `web/public/first-paint.js` sends the
 * same query.
 */
export const cheapCardsOf = (side: Perspective): readonly ReportMetric[] =>
  cardsOf(side).filter((metric) => !isCostly(metric));
