import type { ExplainedFigure } from '#contract/explain.ts';
import { energyCostMicros } from './energy-cost.ts';
import { dollars } from './money.ts';
import type { Perspective } from './role.ts';

/**
 * The registry of all report metrics. The API's values, rights, words, formats, files, cards and explanations derive
 * from the registry. To add a metric, add it to `METRICS`. If the metric needs a new sum over events, name the sum in
 * `EVENT_SUMS` and give its SQL in `server/figures/read/event-sums.ts`. The code does not compile until both are
 * complete.
 */

/** Sums over events, each with the way it adds up: counts are numbers, money is exact micro-dollars. */
export const EVENT_SUMS = {
  views: 'count',
  clicks: 'count',
  burns: 'count',
  /** The amount visible to the scope: recorded revenue, the owner's share of it, or the advertiser's spend. */
  micros: 'money',
  energyMilliWh: 'count',
  /** Views whose energy is the configured estimate. */
  estimatedViews: 'count',
  /** Views, both valid and invalid. */
  allViews: 'count',
  /** Views that are sophisticated invalid traffic. */
  sophisticatedViews: 'count',
  /** Valid views of flights without a play from this server, and their part of `micros`. */
  unsignedViews: 'count',
  unsignedMicros: 'money',
} as const satisfies Readonly<Record<string, 'count' | 'money'>>;
export type EventSum = keyof typeof EVENT_SUMS;

export const isEventSum = (sum: string): sum is EventSum => Object.hasOwn(EVENT_SUMS, sum);

/** All sums in a report. Visitors are distinct counts, which do not add up: two rows may share visitors. */
export const REPORT_SUMS = { ...EVENT_SUMS, visitors: 'distinct', servedMs: 'count', upMs: 'count' } as const;
export type ReportSum = keyof typeof REPORT_SUMS;
type SumValue = { readonly count: number; readonly money: bigint; readonly distinct: number | null };

/** The sums in one report row, or in its total. Visitors are null if no longer known; times are in milliseconds. */
export type ReportSums = { readonly [Sum in ReportSum]: SumValue[(typeof REPORT_SUMS)[Sum]] };
/** Sums over events only: all except visitors and uptime. */
export type EventSums = Pick<ReportSums, EventSum>;

/** The format of a figure: a count, dollars, kilowatt-hours, a percentage, uptime, or a decimal number. */
export type MetricUnit = 'count' | 'money' | 'kwh' | 'rate' | 'uptime' | 'decimal';

/** A side's vocabulary: owners see charges, advertisers see spend. */
type Words = {
  readonly views: string;
  readonly lowerViews: string;
  readonly money: string;
  readonly moneyMeaning: string;
};

type MetricDefinition<Needs extends ReportSum> = {
  readonly unit: MetricUnit;
  readonly label: string | ((words: Words) => string);
  /** One line for help texts. */
  readonly meaning: string | ((words: Words) => string);
  /** The sides that may use the metric in reports. */
  readonly visibleTo: readonly Perspective[];
  readonly needs: readonly Needs[];
  /**
   * Computes the value from the needed sums and the energy price in dollars per kWh. Money is in dollars. Null if the
   * value is undefined.
   */
  readonly value: (sums: Pick<ReportSums, Needs>, costPerKwh: number) => number | null;
  /** The figure that explains the metric; null if it is not a sum. */
  readonly explainedBy: ExplainedFigure | null;
  /** Whether the metric is read only on request, because reading it costs more than reading all others together. */
  readonly isCostly?: boolean;
  /**
   * The metric's position among the cards on the reports screen, from left to right. `file`: only in files from that
   * screen.
   */
  readonly onScreen?: number | 'file';
};

/** Defines a metric. Its formula can read only the sums that the metric declares in `needs`. */
const metric = <const Needs extends ReportSum>(definition: MetricDefinition<Needs>) => definition;

const EVERYONE = ['admin', 'property', 'advertiser'] as const;
/** Energy and uptime are visible only to owners and the network. */
const NOT_ADVERTISERS = ['admin', 'property'] as const;

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
const energyCost = (milliWh: number, costPerKwh: number) => energyCostMicros(BigInt(milliWh), costPerKwh);

export const METRICS = {
  views: metric({
    unit: 'count',
    label: ({ views }) => views,
    meaning: 'Ads shown to visitors, without invalid traffic',
    visibleTo: EVERYONE,
    needs: ['views'],
    value: ({ views }) => views,
    explainedBy: 'views',
    onScreen: 1,
  }),
  clicks: metric({
    unit: 'count',
    label: 'Clicks',
    meaning: ({ lowerViews }) => `Clicks on the ads of valid ${lowerViews}`,
    visibleTo: EVERYONE,
    needs: ['clicks'],
    value: ({ clicks }) => clicks,
    explainedBy: 'clicks',
    onScreen: 3,
  }),
  burns: metric({
    unit: 'count',
    label: 'Burns',
    meaning: ({ lowerViews }) => `Valid ${lowerViews} whose ad played to the end`,
    visibleTo: EVERYONE,
    needs: ['burns'],
    value: ({ burns }) => burns,
    explainedBy: 'burns',
    onScreen: 4,
  }),
  gross_views: metric({
    unit: 'count',
    label: ({ lowerViews }) => `All ${lowerViews}`,
    meaning: ({ lowerViews }) => `Valid and invalid ${lowerViews}`,
    visibleTo: EVERYONE,
    needs: ['allViews'],
    value: ({ allViews }) => allViews,
    explainedBy: 'gross_views',
  }),
  invalid_views: metric({
    unit: 'count',
    label: ({ lowerViews }) => `Invalid ${lowerViews}`,
    meaning: ({ views }) => `${views} that earn nothing, each for one reason`,
    visibleTo: EVERYONE,
    needs: ['allViews', 'views'],
    value: ({ allViews, views }) => allViews - views,
    explainedBy: 'invalid_views',
    onScreen: 7,
  }),
  general_invalid_views: metric({
    unit: 'count',
    label: 'General invalid (GIVT)',
    meaning: ({ lowerViews }) => `Invalid ${lowerViews} found by routine checks`,
    visibleTo: EVERYONE,
    needs: ['allViews', 'views', 'sophisticatedViews'],
    value: ({ allViews, views, sophisticatedViews }) => allViews - views - sophisticatedViews,
    explainedBy: null,
  }),
  sophisticated_invalid_views: metric({
    unit: 'count',
    label: 'Sophisticated invalid (SIVT)',
    meaning: ({ lowerViews }) => `Invalid ${lowerViews} found by forgery checks or statistical analysis`,
    visibleTo: EVERYONE,
    needs: ['sophisticatedViews'],
    value: ({ sophisticatedViews }) => sophisticatedViews,
    explainedBy: null,
  }),
  unsigned_views: metric({
    unit: 'count',
    label: ({ views }) => `${views} without a play`,
    meaning: ({ lowerViews }) => `Valid ${lowerViews} reported without a play from this server`,
    visibleTo: EVERYONE,
    needs: ['unsignedViews'],
    value: ({ unsignedViews }) => unsignedViews,
    explainedBy: null,
  }),
  unsigned_share: metric({
    unit: 'rate',
    label: 'Share without a play',
    meaning: ({ lowerViews }) => `Share of valid ${lowerViews} reported without a play`,
    visibleTo: EVERYONE,
    needs: ['unsignedViews', 'views'],
    value: ({ unsignedViews, views }) => ratio(unsignedViews, views),
    explainedBy: null,
    onScreen: 'file',
  }),
  unsigned_revenue: metric({
    unit: 'money',
    label: ({ money }) => `${money} without a play`,
    meaning: ({ lowerViews, moneyMeaning }) => `${moneyMeaning}, for ${lowerViews} without a play`,
    visibleTo: EVERYONE,
    needs: ['unsignedMicros'],
    value: ({ unsignedMicros }) => dollars(unsignedMicros),
    explainedBy: null,
    onScreen: 'file',
  }),
  click_rate: metric({
    unit: 'rate',
    label: 'Click rate',
    meaning: ({ lowerViews }) => `Clicks as a share of ${lowerViews}`,
    visibleTo: EVERYONE,
    needs: ['clicks', 'views'],
    value: ({ clicks, views }) => ratio(clicks, views),
    explainedBy: null,
  }),
  burn_rate: metric({
    unit: 'rate',
    label: 'Burn rate',
    meaning: ({ lowerViews }) => `Burns as a share of ${lowerViews}`,
    visibleTo: EVERYONE,
    needs: ['burns', 'views'],
    value: ({ burns, views }) => ratio(burns, views),
    explainedBy: null,
  }),
  visitors: metric({
    unit: 'count',
    label: 'Visitors',
    meaning: 'Unique devices; a returning device counts once',
    visibleTo: EVERYONE,
    needs: ['visitors'],
    value: ({ visitors }) => visitors,
    explainedBy: 'visitors',
    isCostly: true,
    onScreen: 2,
  }),
  views_per_visitor: metric({
    unit: 'decimal',
    label: ({ views }) => `${views} per visitor`,
    meaning: ({ lowerViews }) => `Average number of valid ${lowerViews} per visitor`,
    visibleTo: EVERYONE,
    needs: ['views', 'visitors'],
    value: ({ views, visitors }) => (visitors === null ? null : ratio(views, visitors)),
    explainedBy: null,
    isCostly: true,
  }),
  revenue: metric({
    unit: 'money',
    label: ({ money }) => money,
    meaning: ({ moneyMeaning }) => moneyMeaning,
    visibleTo: EVERYONE,
    needs: ['micros'],
    value: ({ micros }) => dollars(micros),
    explainedBy: 'revenue',
    onScreen: 5,
  }),
  energy_kwh: metric({
    unit: 'kwh',
    label: 'Energy (kWh)',
    meaning: 'Energy delivered to visitors; estimated at outlets without a meter',
    visibleTo: NOT_ADVERTISERS,
    needs: ['energyMilliWh', 'estimatedViews'],
    value: ({ energyMilliWh }) => energyMilliWh / 1_000_000,
    explainedBy: 'energy',
  }),
  energy_cost: metric({
    unit: 'money',
    label: 'Energy cost',
    meaning: "Energy at the network's price per kWh",
    visibleTo: NOT_ADVERTISERS,
    needs: ['energyMilliWh', 'estimatedViews'],
    value: ({ energyMilliWh }, costPerKwh) => dollars(energyCost(energyMilliWh, costPerKwh)),
    explainedBy: 'energy',
  }),
  left_after_energy: metric({
    unit: 'money',
    label: 'Revenue after energy',
    meaning: 'Revenue minus energy cost',
    visibleTo: NOT_ADVERTISERS,
    needs: ['energyMilliWh', 'estimatedViews', 'micros'],
    value: ({ energyMilliWh, micros }, costPerKwh) => dollars(micros - energyCost(energyMilliWh, costPerKwh)),
    explainedBy: 'left_after_energy',
    onScreen: 6,
  }),
  uptime: metric({
    unit: 'uptime',
    label: 'Uptime',
    meaning: 'Share of time in service that outlets were in contact',
    visibleTo: NOT_ADVERTISERS,
    needs: ['servedMs', 'upMs'],
    value: ({ servedMs, upMs }) => ratio(upMs, servedMs),
    explainedBy: null,
    isCostly: true,
    onScreen: 8,
  }),
} as const;
export type ReportMetric = keyof typeof METRICS;

export const isReportMetric = (word: string | undefined): word is ReportMetric =>
  word !== undefined && Object.hasOwn(METRICS, word);

/** All metrics in registry order, which is also the column order in files. */
export const REPORT_METRICS = Object.keys(METRICS) as readonly ReportMetric[];

const WORDS: Readonly<Record<Perspective, Words>> = {
  admin: {
    views: 'Views',
    lowerViews: 'views',
    money: 'Revenue',
    moneyMeaning: 'What advertisers are charged for valid traffic',
  },
  property: {
    views: 'Charges',
    lowerViews: 'charges',
    money: 'Revenue',
    moneyMeaning: 'Your share of what advertisers are charged at your outlets',
  },
  advertiser: { views: 'Views', lowerViews: 'views', money: 'Spend', moneyMeaning: 'What your campaigns cost' },
};

const inWords = (text: MetricDefinition<never>['label'], side: Perspective): string =>
  typeof text === 'string' ? text : text(WORDS[side]);

/** Returns the metric's name for a side. */
export const metricLabel = (name: ReportMetric, side: Perspective): string => inWords(METRICS[name].label, side);

/** Returns the metric's one-line description for a side. */
export const metricMeaning = (name: ReportMetric, side: Perspective): string => inWords(METRICS[name].meaning, side);

export const metricUnit = (name: ReportMetric): MetricUnit => METRICS[name].unit;

const isMarkedCostly = (definition: { readonly isCostly?: boolean }): boolean => definition.isCostly === true;
/** Whether the metric is read only on request, because reading it costs more than reading all others together. */
export const isCostly = (name: ReportMetric): boolean => isMarkedCostly(METRICS[name]);

/** Sums that are read separately and then added to the rows with the other sums. */
export const UPTIME_SUMS: readonly ReportSum[] = ['servedMs', 'upMs'];

/** Whether any of the metrics needs the outlets' time in service or uptime. */
export const needsUptime = (metrics: readonly ReportMetric[]): boolean =>
  sumsOf(metrics).some((sum) => UPTIME_SUMS.includes(sum));

/** Returns the distinct sums that these metrics need. */
export const sumsOf = (metrics: readonly ReportMetric[]): readonly ReportSum[] => [
  ...new Set(metrics.flatMap((name): readonly ReportSum[] => METRICS[name].needs)),
];
