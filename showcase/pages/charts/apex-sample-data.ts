import { DAY_MS } from '../../../domain/durations.ts';
import { sampleNumbers } from '../../samples/random-sample.ts';

/** Fictional figures of the Apex page. */
export const DESKTOPS: readonly (readonly [month: string, value: number])[] = [
  ['Jan', 10],
  ['Feb', 41],
  ['Mar', 35],
  ['Apr', 51],
  ['May', 49],
  ['Jun', 62],
  ['Jul', 69],
  ['Aug', 91],
  ['Sep', 148],
];

const AREA_START = Date.UTC(2017, 1, 11);

export type DailySeries = {
  readonly name: string;
  readonly points: readonly (readonly [time: number, value: number])[];
};

function daily(name: string, seed: number, least: number, most: number): DailySeries {
  const next = sampleNumbers(seed);
  return {
    name,
    points: Array.from({ length: 20 }, (_, index) => [
      AREA_START + index * DAY_MS,
      Math.floor(least + next() * (most - least + 1)),
    ]),
  };
}

/** Three stacked series of 20 days from 11 February 2017 on. */
export const AREAS: readonly DailySeries[] = [
  daily('South', 11, 10, 60),
  daily('North', 12, 10, 20),
  daily('Central', 13, 10, 15),
];

/** Inflation in percent by month. */
export const INFLATION: readonly (readonly [month: string, percent: number])[] = [
  ['Jan', 2.3],
  ['Feb', 3.1],
  ['Mar', 4.0],
  ['Apr', 10.1],
  ['May', 4.0],
  ['Jun', 3.6],
  ['Jul', 3.2],
  ['Aug', 2.3],
  ['Sep', 1.4],
  ['Oct', 0.8],
  ['Nov', 0.5],
  ['Dec', 0.2],
];

/** Age groups from the oldest, with their share of all men and women in percent. */
export const PYRAMID: readonly (readonly [ages: string, men: number, women: number])[] = [
  ['85+', 0.8, 1.6],
  ['80–84', 1.1, 1.5],
  ['75–79', 1.5, 1.9],
  ['70–74', 1.9, 2.2],
  ['65–69', 2.3, 2.6],
  ['60–64', 2.9, 3.1],
  ['55–59', 3.3, 3.4],
  ['50–54', 3.7, 3.7],
  ['45–49', 3.9, 3.8],
  ['40–44', 3.8, 3.7],
  ['35–39', 3.6, 3.5],
  ['30–34', 3.7, 3.6],
  ['25–29', 3.5, 3.4],
  ['20–24', 3.1, 3.0],
  ['15–19', 2.8, 2.7],
  ['10–14', 2.7, 2.6],
  ['5–9', 2.7, 2.5],
  ['0–4', 2.6, 2.4],
];

/** Eight years up to the current one. */
export const mixedYears = (): readonly number[] => {
  const year = new Date().getFullYear();
  return Array.from({ length: 8 }, (_, index) => year - 7 + index);
};
export const MIXED = {
  income: [1.4, 2, 2.5, 1.5, 2.5, 2.8, 3.8, 4.6],
  cashFlow: [1.1, 3, 3.1, 4, 4.1, 4.9, 6.5, 8.5],
  revenue: [20, 29, 37, 36, 44, 45, 50, 58],
} as const;

export const TEAMS: readonly (readonly [team: string, value: number])[] = [
  ['Team A', 44],
  ['Team B', 55],
  ['Team C', 13],
  ['Team D', 43],
  ['Team E', 22],
];

export const DONUT: readonly number[] = [44, 55, 41, 17, 15];

/** Ranges of a cell's value (docs/specification.md#constants). */
export const HEAT_RANGES = [
  { name: 'low', from: -30, to: 5 },
  { name: 'medium', from: 6, to: 20 },
  { name: 'high', from: 21, to: 45 },
  { name: 'extreme', from: 46, to: 55 },
] as const;

const HEAT_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep'] as const;
const heat = sampleNumbers(21);

/** Nine months of 20 cells from -30 to 55. */
export const HEAT: readonly { readonly month: string; readonly cells: readonly number[] }[] = HEAT_MONTHS.map(
  (month) => ({ month, cells: Array.from({ length: 20 }, () => Math.floor(heat() * 86) - 30) }),
);

export const RINGS: readonly (readonly [fruit: string, percent: number])[] = [
  ['Apples', 76],
  ['Oranges', 67],
  ['Bananas', 61],
  ['Berries', 90],
];
