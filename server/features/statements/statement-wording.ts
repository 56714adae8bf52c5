import { counted, NOUNS } from '#domain/counted.ts';
import { currencyMark } from '#domain/currency.ts';
import { energyCostMicros } from '#domain/energy-cost.ts';
import { shownEui } from '#domain/eui.ts';
import type { Perspective } from '#domain/role.ts';
import { shownCount, shownKwh, shownMicros } from '../../paper/shown-numbers.ts';
import type { StatementData, StatementFigures, StatementOutlet } from './statement-data.ts';

/** The terms that a role uses (docs/specification.md#roles, docs/decisions.md#who-sees-what). */
type Wording = {
  readonly document: string;
  readonly overview: string;
  readonly table: string;
  readonly views: string;
  readonly amount: string;
  /** What `amount` means, in one line. */
  readonly amountNote: string;
};

const WORDING: Readonly<Record<Perspective, Wording>> = {
  admin: {
    document: 'Outlet report',
    overview: 'Outlets Overview',
    table: 'Outlets',
    views: 'Views',
    amount: 'Recorded revenue',
    amountNote: 'Recorded revenue is what advertisers pay for these views, clicks and burns, before shares.',
  },
  property: {
    document: 'Outlet statement',
    overview: 'Outlets Overview',
    table: 'Power Outlets',
    views: 'Charges',
    amount: 'Revenue',
    amountNote: 'Revenue is your contract’s share of the recorded revenue, calculated for each event.',
  },
  advertiser: {
    document: 'Campaign statement',
    overview: 'Campaign Overview',
    table: 'Active Campaigns, by outlet',
    views: 'Views',
    amount: 'Spend',
    amountNote: 'Spend is the cost of your campaigns, at the flight prices at the time of each event.',
  },
};

export const wordingOf = (perspective: Perspective): Wording => WORDING[perspective];

/** A figure in the overview band. */
export type KeyFigure = { readonly label: string; readonly value: string; readonly note?: string };

/** Returns the figures above the charts. Includes energy only if the perspective has it. */
export function keyFigures(data: StatementData, total: StatementFigures): KeyFigure[] {
  const { views, amount } = wordingOf(data.perspective);
  const outlets = counted(data.outlets.length, NOUNS.outlet);
  if (data.perspective === 'advertiser') {
    return [
      ...(data.campaignStatus === null ? [] : [{ label: 'Status', value: data.campaignStatus }]),
      { label: 'Total Views', value: shownCount(total.views), note: `at ${outlets}` },
      {
        label: 'Total Clicks',
        value: shownCount(total.clicks),
        note: `${shareOf(total.clicks, total.views)} of views`,
      },
      { label: 'Total Burns', value: shownCount(total.burns), note: `${shareOf(total.burns, total.views)} of views` },
      { label: 'Total Campaign spend', value: shownMicros(total.amountMicros, data.currency) },
    ];
  }
  const energy = total.energyMilliWh ?? 0n;
  const cost = shownMicros(energyCostMicros(energy, data.energyCostPerKwh), data.currency);
  return [
    { label: views, value: shownCount(total.views), note: `at ${outlets}` },
    {
      label: 'Clicks',
      value: shownCount(total.clicks),
      note: `${shareOf(total.clicks, total.views)} of ${views.toLowerCase()}`,
    },
    {
      label: 'Burns',
      value: shownCount(total.burns),
      note: `${shareOf(total.burns, total.views)} of ${views.toLowerCase()}`,
    },
    {
      label: amount,
      value: shownMicros(total.amountMicros, data.currency),
      note: data.perspective === 'property' ? 'your share' : 'before shares',
    },
    { label: 'Energy', value: `${shownKwh(energy)} kWh`, note: `cost ${cost}` },
  ];
}

function shareOf(part: number, whole: number): string {
  return whole === 0 ? '0.0%' : `${((100 * part) / whole).toFixed(1)}%`;
}

/** A column of the outlet table. `total` returns its cell in the last row. */
export type Column = {
  readonly head: string;
  readonly width: number;
  readonly align: 'left' | 'right';
  readonly font?: 'mono';
  cell(outlet: StatementOutlet): string;
  total(total: StatementFigures): string;
  /** The amount in micro-dollars, for money columns. The rounding line uses it. */
  micros?(figures: StatementFigures): bigint;
};

const none = (): string => '';

/** Returns a perspective's columns. Their widths add up to the width of the page's content (540 points). */
export function tableColumns(data: StatementData): Column[] {
  const { views, amount } = wordingOf(data.perspective);
  const hasEnergy = data.perspective !== 'advertiser';
  const costOf = (figures: StatementFigures): bigint =>
    energyCostMicros(figures.energyMilliWh ?? 0n, data.energyCostPerKwh);
  const kwhOf = (figures: StatementFigures): string => shownKwh(figures.energyMilliWh ?? 0n);
  const count = (head: string, width: number, of: (figures: StatementFigures) => number): Column => {
    const shown = (figures: StatementFigures): string => shownCount(of(figures));
    return { head, width, align: 'right', cell: shown, total: shown };
  };
  const money = (head: string, width: number, micros: (figures: StatementFigures) => bigint): Column => {
    const shown = (figures: StatementFigures): string => shownMicros(micros(figures), data.currency);
    return { head, width, align: 'right', cell: shown, total: shown, micros };
  };
  const energyColumns: Column[] = [
    {
      head: 'Energy (kWh)',
      width: 60,
      align: 'right',
      cell: (outlet) => `${kwhOf(outlet)}${outlet.energyEstimated ? '*' : ''}`,
      total: kwhOf,
    },
    money('Energy cost', 52, costOf),
  ];
  return [
    {
      head: 'Device EUI',
      width: 86,
      align: 'left',
      font: 'mono',
      cell: (outlet) => shownEui(outlet.eui),
      total: () => 'Total',
    },
    { head: 'Venue', width: hasEnergy ? 114 : 202, align: 'left', cell: (outlet) => outlet.venue, total: none },
    count(views, 48, (figures) => figures.views),
    count('Clicks', 38, (figures) => figures.clicks),
    count('Burns', 44, (figures) => figures.burns),
    money(amount === 'Recorded revenue' ? 'Revenue' : amount, hasEnergy ? 62 : 86, (figures) => figures.amountMicros),
    ...(hasEnergy ? energyColumns : []),
    {
      head: 'Rating',
      width: 36,
      align: 'right',
      cell: (outlet) => (outlet.rating === null ? '–' : `${outlet.rating}`),
      total: none,
    },
  ];
}

/** Returns the small print under the table. */
export function statementNotes(data: StatementData): string[] {
  const estimated = data.outlets.some((outlet) => outlet.energyEstimated);
  return [
    wordingOf(data.perspective).amountNote,
    ...(data.knownOnMs === null
      ? []
      : [
          'As known then: events that arrived later are not included. Outlets, venues, ratings and the status are as of the date of issue.',
        ]),
    'Amounts are calculated in millionths and printed in cents, rounded half to even. A rounding line shows any difference between the rounded rows and the rounded total.',
    ...(estimated && data.perspective !== 'advertiser'
      ? [`* includes an estimate of ${data.energyKwhPerView} kWh for each charge without a meter reading.`]
      : []),
    ...(data.perspective === 'advertiser'
      ? []
      : [`Energy cost: ${currencyMark(data.currency)}${data.energyCostPerKwh} per kWh.`]),
    'Rating: burns as a percentage of views over the last 30 days.',
  ];
}
