import type { ComparedFigures, Figures } from '#contract/list-figures.ts';
import { PROGRESS_MAXIMUM } from '#domain/constants.ts';
import { periodWords } from '#domain/report-period.ts';
import type { Perspective } from '#domain/role.ts';
import { formatExactDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { statRowsStrings as strings } from './dashboard-strings.ts';
import { wordingOf } from './wording.ts';

/** The unit of a row's number, which decides its format. */
export type StatUnit = 'count' | 'dollars' | 'kwh' | 'rating';

/**
 * One row of a card: its value, how much of it is from today, and the maximum of its bar
 * (docs/specification.md#constants).
 */
export type StatRow = {
  readonly key: string;
  readonly label: string;
  readonly unit: StatUnit;
  /** Null if there is no value yet, such as a rating without views. */
  readonly value: number | null;
  readonly today: number | null;
  /** The value in the comparison period. */
  readonly before?: number;
  /** The comparison period in words. If the current day is not over, its last day ends at the same time of day. */
  readonly beforeDays?: string;
  readonly maximum: number;
  /** Defines the metric. */
  readonly hint: string;
};

export type RatedFigures = Figures & { readonly rating: number | null; readonly compared?: ComparedFigures };

const kwh = (wattHours: number | undefined): number => (wattHours ?? 0) / 1000;

function countRows(figures: Figures, perspective: Perspective): StatRow[] {
  const { views } = wordingOf(perspective);
  const isOwner = perspective === 'property';
  const viewsRow: StatRow = {
    key: 'views',
    label: views,
    unit: 'count',
    value: figures.total_views,
    today: figures.today_views,
    maximum: PROGRESS_MAXIMUM.views,
    hint: isOwner ? strings.chargesHint : strings.viewsHint,
  };
  if (isOwner) return [viewsRow];
  return [
    viewsRow,
    {
      key: 'clicks',
      label: strings.clicks,
      unit: 'count',
      value: figures.total_clicks,
      today: figures.today_clicks,
      maximum: PROGRESS_MAXIMUM.clicks,
      hint: strings.clicksHint,
    },
    {
      key: 'burns',
      label: strings.burns,
      unit: 'count',
      value: figures.total_burns,
      today: figures.today_burns,
      maximum: PROGRESS_MAXIMUM.views,
      hint: strings.burnsHint,
    },
  ];
}

const MONEY_HINT: Record<Perspective, string> = {
  admin: strings.revenueHint,
  property: strings.ownerRevenueHint,
  advertiser: strings.spendHint,
};

function moneyRow(figures: Figures, perspective: Perspective): StatRow {
  return {
    key: 'money',
    label: wordingOf(perspective).money,
    unit: 'dollars',
    value: figures.total_revenue,
    today: figures.today_revenue,
    maximum: perspective === 'advertiser' ? PROGRESS_MAXIMUM.campaignTotal : PROGRESS_MAXIMUM.outletRevenue,
    hint: MONEY_HINT[perspective],
  };
}

/** Returns the energy, as measured or estimated, and its cost at the installation's price. */
function energyRows(figures: Figures, dollarsPerKwh: number): StatRow[] {
  return [
    {
      key: 'energy',
      label: strings.energy,
      unit: 'kwh',
      value: kwh(figures.total_energy_wh),
      today: kwh(figures.today_energy_wh),
      maximum: PROGRESS_MAXIMUM.energyKwh,
      hint: figures.energy_estimated ? strings.energyEstimatedHint : strings.energyMeteredHint,
    },
    {
      key: 'energy-cost',
      label: strings.energyCost,
      unit: 'dollars',
      value: kwh(figures.total_energy_wh) * dollarsPerKwh,
      today: kwh(figures.today_energy_wh) * dollarsPerKwh,
      maximum: PROGRESS_MAXIMUM.energyKwh * dollarsPerKwh,
      hint: interpolate(strings.energyCostHint, { price: formatExactDollars(dollarsPerKwh) }),
    },
  ];
}

const ratingRow = (rating: number | null): StatRow => ({
  key: 'rating',
  label: strings.rating,
  unit: 'rating',
  value: rating,
  today: null,
  maximum: PROGRESS_MAXIMUM.rating,
  hint: strings.ratingHint,
});

/** Returns the rows of a card, an outlet or the summary, for a role (docs/specification.md#roles, #constants). */
export function statRows(figures: RatedFigures, perspective: Perspective, dollarsPerKwh: number): StatRow[] {
  const rows = [...countRows(figures, perspective), moneyRow(figures, perspective)];
  const before = earlier(figures.compared, dollarsPerKwh);
  if (perspective === 'advertiser') return rows.map(before);
  return [...rows, ...energyRows(figures, dollarsPerKwh), ratingRow(figures.rating)].map(before);
}

/** Returns a function that adds the earlier value to a row if there is one. */
function earlier(compared: ComparedFigures | undefined, dollarsPerKwh: number): (row: StatRow) => StatRow {
  if (compared === undefined) return (row) => row;
  const energy = compared.total_energy_wh;
  const beforeDays = periodWords(compared);
  const values: Readonly<Record<string, number | undefined>> = {
    views: compared.total_views,
    clicks: compared.total_clicks,
    burns: compared.total_burns,
    money: compared.total_revenue,
    energy: energy === undefined ? undefined : kwh(energy),
    'energy-cost': energy === undefined ? undefined : kwh(energy) * dollarsPerKwh,
  };
  return (row) => {
    const before = values[row.key];
    return before === undefined ? row : { ...row, before, beforeDays };
  };
}

/** Returns the advertiser's summary rows, in the specification's own words. */
export function campaignRows(figures: Figures & { readonly compared?: ComparedFigures }): StatRow[] {
  const named: Record<string, string> = {
    views: strings.totalViews,
    clicks: strings.totalClicks,
    money: strings.totalCampaignSpend,
  };
  const before = earlier(figures.compared, 0);
  return [...countRows(figures, 'advertiser'), moneyRow(figures, 'advertiser')].flatMap((row) => {
    const label = named[row.key];
    return label === undefined ? [] : [before({ ...row, label })];
  });
}
