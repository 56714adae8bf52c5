import type { Role } from '#contract/common.ts';
import type { ReportMetric } from '#contract/reports.ts';
import { mayReport } from '#domain/report-rights.ts';
import { metricLabel } from '#domain/report-words.ts';
import type { Perspective } from '#domain/role.ts';
import { formatCount, formatDollars, formatKwh } from '../../lib/formatters.ts';

export const sideOf = (role: Role): Perspective => (role === 'property' || role === 'advertiser' ? role : 'admin');

type MetricWords = { readonly label: string; readonly meaning: string; readonly format: (value: number) => string };

const rate = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const few = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

const MEANING_OF_MONEY: Readonly<Record<Perspective, string>> = {
  admin: 'What advertisers are charged for what counts',
  property: 'Your share of what advertisers are charged at your outlets',
  advertiser: 'What your campaigns cost',
};

/** What a metric is called, what it means, and how it is written, in the words of a side. */
export function metricWords(metric: ReportMetric, side: Perspective): MetricWords {
  const views = metricLabel('views', side);
  const lower = views.toLowerCase();
  const words: Readonly<Record<ReportMetric, Omit<MetricWords, 'label'>>> = {
    views: { meaning: 'Ads that were watched and count', format: formatCount },
    clicks: { meaning: `Clicks on ads, of ${lower} that count`, format: formatCount },
    burns: { meaning: `Offers that were redeemed, of ${lower} that count`, format: formatCount },
    gross_views: { meaning: `${views} that count and that do not`, format: formatCount },
    invalid_views: { meaning: `${views} that earn nothing, for one reason each`, format: formatCount },
    click_rate: { meaning: `Clicks of ${lower}`, format: (value) => rate.format(value) },
    burn_rate: { meaning: `Burns of ${lower}`, format: (value) => rate.format(value) },
    visitors: { meaning: 'Different devices; one that came twice is one', format: formatCount },
    views_per_visitor: { meaning: `${views} that count, by visitor`, format: (value) => few.format(value) },
    revenue: { meaning: MEANING_OF_MONEY[side], format: formatDollars },
    energy_kwh: {
      meaning: 'Given to visitors; an estimate where no meter is',
      format: (kwh) => formatKwh(kwh * 1_000),
    },
    energy_cost: { meaning: "Energy at the network's price", format: formatDollars },
    left_after_energy: { meaning: 'Revenue less the cost of the energy', format: formatDollars },
  };
  return { ...words[metric], label: metricLabel(metric, side) };
}

/** What the screen has on top, from left to right. */
const CARDS: readonly ReportMetric[] = [
  ...(['views', 'visitors', 'clicks', 'burns', 'revenue', 'left_after_energy', 'invalid_views'] as const),
];
export const cardsOf = (side: Perspective): readonly ReportMetric[] =>
  CARDS.filter((metric) => mayReport(side, metric));

/** The change from what is compared with, in whole percent; null where there is nothing to compare. */
export function changeOf(value: number | null | undefined, compared: number | null | undefined): number | null {
  if (value == null || compared == null || compared === 0) return null;
  return Math.round((100 * (value - compared)) / Math.abs(compared));
}

/** From so many percent on a change is told as a multiple: more digits of percent say nothing. */
const MULTIPLES_FROM = 1_000;

/** +12%, −3%, ±0%, ×13; of what was below nothing there is no multiple. */
export const changeInWords = (change: number, before: number): string =>
  change >= MULTIPLES_FROM && before > 0
    ? `×${formatCount(Math.round(change / 100 + 1))}`
    : `${change > 0 ? '+' : change < 0 ? '−' : '±'}${formatCount(Math.abs(change))}%`;
