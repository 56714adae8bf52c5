import type { Role } from '#contract/common.ts';
import type { ReportMetric } from '#contract/reports.ts';
import { mayReport } from '#domain/report-rights.ts';
import { metricLabel, metricMeaning } from '#domain/report-words.ts';
import type { Perspective } from '#domain/role.ts';
import { uptimeText } from '#domain/uptime.ts';
import { formatCount, formatDollars, formatKwh } from '../../lib/formatters.ts';

export const sideOf = (role: Role): Perspective => (role === 'property' || role === 'advertiser' ? role : 'admin');

type MetricWords = { readonly label: string; readonly meaning: string; readonly format: (value: number) => string };

const rate = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const few = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

const percent = (value: number): string => rate.format(value);
const FORMATS: Readonly<Record<ReportMetric, (value: number) => string>> = {
  ...{ views: formatCount, clicks: formatCount, burns: formatCount, gross_views: formatCount },
  ...{ general_invalid_views: formatCount, sophisticated_invalid_views: formatCount },
  ...{ unsigned_views: formatCount, unsigned_share: percent, unsigned_revenue: formatDollars },
  ...{ invalid_views: formatCount, click_rate: percent, burn_rate: percent, visitors: formatCount },
  views_per_visitor: (value) => few.format(value),
  uptime: uptimeText,
  energy_kwh: (kwh) => formatKwh(kwh * 1_000),
  ...{ revenue: formatDollars, energy_cost: formatDollars, left_after_energy: formatDollars },
};

/** What a metric is called, what it means, and how it is written, in the words of a side. */
export const metricWords = (metric: ReportMetric, side: Perspective): MetricWords => ({
  label: metricLabel(metric, side),
  meaning: metricMeaning(metric, side),
  format: FORMATS[metric],
});

/** Files tell them beside the cards, for which the screen has no room; the traffic screens have them. */
const FILES_ONLY: readonly ReportMetric[] = ['unsigned_share', 'unsigned_revenue'];

/** What a file of the screen tells: uptime only where it is looked at, since sponsors' reports have none. */
export const metricsOfFile = (side: Perspective, chosen: ReportMetric): readonly ReportMetric[] => [
  ...cardsOf(side).filter((metric) => metric !== 'uptime' || chosen === 'uptime'),
  ...FILES_ONLY.filter((metric) => mayReport(side, metric)),
];

/** What the screen has on top, from left to right. */
const CARDS: readonly ReportMetric[] = [
  ...(['views', 'visitors', 'clicks', 'burns', 'revenue', 'left_after_energy', 'invalid_views', 'uptime'] as const),
];
export const cardsOf = (side: Perspective): readonly ReportMetric[] =>
  CARDS.filter((metric) => mayReport(side, metric));

/** They cost more than the others, which do not wait for them. */
const ALONE: readonly ReportMetric[] = ['visitors', 'uptime'];
/** What is asked for together; `web/public/first-paint.js` asks the same. */
export const cheapCardsOf = (side: Perspective): readonly ReportMetric[] =>
  cardsOf(side).filter((metric) => !ALONE.includes(metric));
