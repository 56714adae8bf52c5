import type { Role } from '#contract/common.ts';
import type { ReportDimension, ReportMetric } from '#contract/reports.ts';
import { mayReport } from '#domain/report-rights.ts';
import type { Perspective } from '#domain/role.ts';
import { formatCount, formatDay, formatDollars, formatKwh } from '../../lib/formatters.ts';
import { REASON_WORDS } from '../../lib/reason-words.ts';

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
  const views = side === 'property' ? 'Charges' : 'Views';
  const lower = views.toLowerCase();
  const words: Readonly<Record<ReportMetric, MetricWords>> = {
    views: { label: views, meaning: 'Ads that were watched and count', format: formatCount },
    clicks: { label: 'Clicks', meaning: `Clicks on ads, of ${lower} that count`, format: formatCount },
    burns: { label: 'Burns', meaning: `Offers that were redeemed, of ${lower} that count`, format: formatCount },
    gross_views: { label: `All ${lower}`, meaning: `${views} that count and that do not`, format: formatCount },
    invalid_views: {
      label: 'Not counted',
      meaning: `${views} that earn nothing, for one reason each`,
      format: formatCount,
    },
    click_rate: { label: 'Click rate', meaning: `Clicks of ${lower}`, format: (value) => rate.format(value) },
    burn_rate: { label: 'Burn rate', meaning: `Burns of ${lower}`, format: (value) => rate.format(value) },
    visitors: { label: 'Visitors', meaning: 'Different devices; one that came twice is one', format: formatCount },
    views_per_visitor: {
      label: `${views} per visitor`,
      meaning: `${views} that count, by visitor`,
      format: (value) => few.format(value),
    },
    revenue: {
      label: side === 'advertiser' ? 'Spend' : 'Revenue',
      meaning: MEANING_OF_MONEY[side],
      format: formatDollars,
    },
    energy_kwh: {
      label: 'Energy, kWh',
      meaning: 'Given to visitors; an estimate where no meter is',
      format: (kwh) => formatKwh(kwh * 1_000),
    },
    energy_cost: { label: 'Energy cost', meaning: "Energy at the network's price", format: formatDollars },
    left_after_energy: { label: 'After energy', meaning: 'Revenue less the cost of the energy', format: formatDollars },
  };
  return words[metric];
}

/** What the screen has on top, from left to right. */
const CARDS: readonly ReportMetric[] = [
  ...(['views', 'visitors', 'clicks', 'burns', 'revenue', 'left_after_energy', 'invalid_views'] as const),
];
export const cardsOf = (side: Perspective): readonly ReportMetric[] =>
  CARDS.filter((metric) => mayReport(side, metric));

export const DIMENSION_WORDS: Readonly<Record<ReportDimension, string>> = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  hour_of_week: 'Hour of the week',
  customer: 'Customer',
  venue: 'Venue',
  venue_type: 'Venue type',
  state: 'State',
  outlet: 'Outlet',
  advertiser: 'Sponsor',
  campaign: 'Campaign',
  flight: 'Flight',
  reason: 'Reason',
};

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** What a row is called: times in words, what nobody knows as such. */
export function rowWords(dimension: ReportDimension, { id, label }: { id: string; label: string }): string {
  switch (dimension) {
    case 'hour':
      return `${formatDay(id.slice(0, 10))}, ${id.slice(11, 16)}`;
    case 'day':
      return formatDay(id);
    case 'week':
      return `Week of ${formatDay(id)}`;
    case 'month':
      return month.format(new Date(`${id}-01T00:00:00Z`));
    case 'hour_of_week':
      return `${WEEKDAYS[Number(id.slice(0, 1)) - 1] ?? ''} ${id.slice(2)}:00`;
    case 'reason':
      return id === '' ? 'Counted' : ((REASON_WORDS as Readonly<Record<string, string>>)[id] ?? label);
    case 'advertiser':
    case 'campaign':
    case 'flight':
      return label === '' ? 'Without a sponsor' : label;
    default:
      return label === '' ? 'Not known' : label;
  }
}

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
