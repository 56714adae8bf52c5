import { DAY_MS } from '../../../domain/durations.ts';
import { sampleNumbers } from '../../samples/random-sample.ts';

const FIRST_RATE = Date.UTC(2007, 0, 1);
const LAST_RATE = Date.UTC(2007, 5, 28);

/** Fictional exchange rates on 129 weekdays from 1 January to 28 June 2007. */
export const RATES: readonly (readonly [time: number, rate: number])[] = (() => {
  const next = sampleNumbers(41);
  const days: number[] = [];
  for (let time = FIRST_RATE; time <= LAST_RATE; time += DAY_MS)
    if (![0, 6].includes(new Date(time).getUTCDay())) days.push(time);
  let rate = 0.7537;
  return days.map((time) => {
    rate += (next() - 0.52) * 0.004;
    return [time, Math.round(rate * 10_000) / 10_000] as const;
  });
})();

/** Seven countries: the area sets the angle, the density the radius. */
export const LAND: readonly (readonly [country: string, squareKm: number, perSquareKm: number])[] = [
  ['Spain', 505_370, 92.9],
  ['France', 551_500, 118.7],
  ['Poland', 312_685, 124.6],
  ['Czechia', 78_867, 137.5],
  ['Italy', 301_340, 201.8],
  ['Switzerland', 41_277, 214.5],
  ['Germany', 357_022, 235.6],
];

/** Ten months, one without a figure and one with zero. */
export const FRUIT: readonly (readonly [month: string, kilos: number | null])[] = [
  ['Jan', 2],
  ['Feb', 3],
  ['Mar', null],
  ['Apr', 4],
  ['May', 0],
  ['Jun', 5],
  ['Jul', 1],
  ['Aug', 4],
  ['Sep', 6],
  ['Oct', 3],
];

/** 361 wind arrows on a field from 5 to 95 in steps of 5, in both directions. */
export const WIND: readonly (readonly [x: number, y: number, length: number, degrees: number])[] = Array.from(
  { length: 19 * 19 },
  (_, index) => {
    const [x, y] = [5 + 5 * Math.floor(index / 19), 5 + 5 * (index % 19)];
    return [x, y, 200 - (x + y), ((x + y) / 200) * 360] as const;
  },
);

const FILLER =
  'outlet power light brand guest amp lobby airport café book hotel screen lamp bar curve night train window ' +
  'socket travel view click burn spring coffee stop corner lounge harbor market park bridge river phone tablet cable ' +
  'plug watt power light outlet';

/** The number of occurrences of each word in a filler text: 41 words, 38 of them different. */
export const WORDS: readonly (readonly [word: string, count: number])[] = (() => {
  const counts = new Map<string, number>();
  for (const word of FILLER.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
})();
export const FILLER_LENGTH = FILLER.split(' ').length;
