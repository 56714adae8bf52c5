import type { ReportDimension, ReportFilter, ReportMetric } from '#contract/reports.ts';
import { mapAreaWords } from './map-area.ts';
import { REASON_WORDS } from './reason-words.ts';
import { dayInWords } from './report-period.ts';
import type { Perspective } from './role.ts';

/** How a figure is written: a count, dollars, kilowatt-hours, a part of a hundred, or a number with decimals. */
export type MetricKind = 'count' | 'money' | 'kwh' | 'rate' | 'uptime' | 'decimal';

const KINDS: Readonly<Record<ReportMetric, MetricKind>> = {
  ...{ views: 'count', clicks: 'count', burns: 'count', gross_views: 'count', invalid_views: 'count' },
  ...{ general_invalid_views: 'count', sophisticated_invalid_views: 'count' },
  ...{ unsigned_views: 'count', unsigned_share: 'rate', unsigned_revenue: 'money' },
  ...{ click_rate: 'rate', burn_rate: 'rate', visitors: 'count', views_per_visitor: 'decimal' },
  ...{ revenue: 'money', energy_kwh: 'kwh', energy_cost: 'money', left_after_energy: 'money' },
  uptime: 'uptime',
};
export const metricKind = (metric: ReportMetric): MetricKind => KINDS[metric];

/** What a metric is called by a side: an owner's outlets give charges, an advertiser spends. */
export function metricLabel(metric: ReportMetric, side: Perspective): string {
  const views = side === 'property' ? 'Charges' : 'Views';
  const labels: Readonly<Record<ReportMetric, string>> = {
    views,
    clicks: 'Clicks',
    burns: 'Burns',
    gross_views: `All ${views.toLowerCase()}`,
    invalid_views: 'Not counted',
    general_invalid_views: 'General invalid (GIVT)',
    sophisticated_invalid_views: 'Sophisticated invalid (SIVT)',
    unsigned_views: `${views} without a play`,
    unsigned_share: 'Share without a play',
    unsigned_revenue: side === 'advertiser' ? 'Spend without a play' : 'Revenue without a play',
    click_rate: 'Click rate',
    burn_rate: 'Burn rate',
    visitors: 'Visitors',
    views_per_visitor: `${views} per visitor`,
    revenue: side === 'advertiser' ? 'Spend' : 'Revenue',
    energy_kwh: 'Energy, kWh',
    energy_cost: 'Energy cost',
    left_after_energy: 'After energy',
    uptime: 'Uptime',
  };
  return labels[metric];
}

const MEANING_OF_MONEY: Readonly<Record<Perspective, string>> = {
  admin: 'What advertisers are charged for what counts',
  property: 'Your share of what advertisers are charged at your outlets',
  advertiser: 'What your campaigns cost',
};

/** What a metric means to a side. */
export function metricMeaning(metric: ReportMetric, side: Perspective): string {
  const views = metricLabel('views', side);
  const lower = views.toLowerCase();
  const meanings: Readonly<Record<ReportMetric, string>> = {
    views: 'Ads that were watched and count',
    clicks: `Clicks on ads, of ${lower} that count`,
    burns: `Ads that played to their end, of ${lower} that count`,
    gross_views: `${views} that count and that do not`,
    invalid_views: `${views} that earn nothing, for one reason each`,
    general_invalid_views: `Invalid ${lower} that routine checks find`,
    sophisticated_invalid_views: `Invalid ${lower} found by proof of forgery or statistics`,
    unsigned_views: `${views} that count, which the outlet reported without a play of this server`,
    unsigned_share: `${views} without a play, of ${lower} that count`,
    unsigned_revenue: `${MEANING_OF_MONEY[side]}, for ${lower} without a play`,
    click_rate: `Clicks of ${lower}`,
    burn_rate: `Burns of ${lower}`,
    visitors: 'Different devices; one that came twice is one',
    views_per_visitor: `${views} that count, by visitor`,
    revenue: MEANING_OF_MONEY[side],
    energy_kwh: 'Given to visitors; an estimate where no meter is',
    energy_cost: "Energy at the network's price",
    left_after_energy: 'Revenue less the cost of the energy',
    uptime: 'Part of the time in service in which outlets were in contact',
  };
  return meanings[metric];
}

export const DIMENSION_WORDS: Readonly<Record<ReportDimension | ReportFilter, string>> = {
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
  area: 'Map area',
};

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** What a row is called: times in words, what nobody knows as such. */
export function rowWords(
  dimension: ReportDimension | ReportFilter,
  { id, label }: { id: string; label: string },
): string {
  switch (dimension) {
    case 'hour':
      return `${dayInWords(id.slice(0, 10))}, ${id.slice(11, 16)}`;
    case 'day':
      return dayInWords(id);
    case 'week':
      return `Week of ${dayInWords(id)}`;
    case 'month':
      return month.format(new Date(`${id}-01T00:00:00Z`));
    case 'hour_of_week':
      return `${WEEKDAYS[Number(id.slice(0, 1)) - 1] ?? ''} ${id.slice(2)}:00`;
    case 'reason':
      return id === '' ? 'Counted' : ((REASON_WORDS as Readonly<Record<string, string>>)[id] ?? label);
    case 'area':
      return mapAreaWords(id);
    case 'advertiser':
    case 'campaign':
    case 'flight':
      return label === '' ? 'Without a sponsor' : label;
    default:
      return label === '' ? 'Not known' : label;
  }
}
