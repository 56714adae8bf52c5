import { sampleNumbers } from '../../samples/random-sample.ts';

/** Fictional figures of the Echarts page. */
export const YEARS = ['2023', '2024', '2025'] as const;
const drinks = sampleNumbers(31);
/** Four products in three years, with values from 30.0 to 100.0. */
export const PRODUCTS: readonly { readonly product: string; readonly years: readonly number[] }[] = [
  'Matcha latte',
  'Milk tea',
  'Cheese cocoa',
  'Walnut brownie',
].map((product) => ({ product, years: YEARS.map(() => Math.round((30 + drinks() * 70) * 10) / 10) }));

/** A rose of 361 points: r = sin 2t · cos 2t at each whole degree from 0 to 360. */
export const ROSE: readonly (readonly [radius: number, degrees: number])[] = Array.from(
  { length: 361 },
  (_, degrees) => {
    const radians = (degrees / 180) * Math.PI;
    return [Math.sin(2 * radians) * Math.cos(2 * radians), degrees];
  },
);

export const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
/** Step lines that step at the start, in the middle and at the end of a day. */
export const STEPS: readonly { readonly name: 'start' | 'middle' | 'end'; readonly days: readonly number[] }[] = [
  { name: 'start', days: [120, 132, 101, 134, 90, 230, 210] },
  { name: 'middle', days: [220, 282, 201, 234, 290, 430, 410] },
  { name: 'end', days: [450, 432, 401, 454, 590, 530, 510] },
];

export const DAYS = ['Saturday', 'Friday', 'Thursday', 'Wednesday', 'Tuesday', 'Monday', 'Sunday'] as const;
export const HOURS: readonly string[] = Array.from({ length: 24 }, (_, hour) =>
  hour === 0 ? '12a' : hour < 12 ? `${hour}a` : hour === 12 ? '12p' : `${hour - 12}p`,
);
const punches = sampleNumbers(32);
/** Number of uses in each hour of each day: 168 points, with the most uses at midday on weekdays. */
export const PUNCH_CARD: readonly (readonly [hour: number, day: number, uses: number])[] = DAYS.flatMap((_, day) =>
  HOURS.map((__, hour) => {
    const isWeekend = day === 0 || day === 6;
    const busy = Math.max(0, 1 - Math.abs(hour - 14) / 9) * (isWeekend ? 5 : 12);
    return [hour, day, Math.max(0, Math.round(busy * (0.4 + punches()) - 1))] as const;
  }),
);

/** The gauge's value in percent. */
export const GAUGE = 64;
