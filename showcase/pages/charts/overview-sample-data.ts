/** Fictional figures of the charts overview. */
export const PEOPLE: readonly (readonly [name: string, value: number])[] = [
  ['Joan', 21],
  ['Mikkel', 22],
  ['Aisha', 10],
  ['Tomás', 28],
  ['Wen', 16],
  ['Priya', 21],
  ['Lena', 13],
  ['Kofi', 30],
];

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Rain in a fictional valley, in millimeters per month. */
export const RAIN: readonly { readonly year: number; readonly months: readonly number[] }[] = [
  { year: 2024, months: [3.1, 6.2, 12.4, 28.5, 31.9, 72.3, 168.4, 181.2, 51.7, 20.6, 7.1, 2.8] },
  { year: 2025, months: [4.2, 5.4, 10.8, 17.6, 45.3, 66.9, 228.7, 47.2, 54.1, 37.5, 9.6, 1.4] },
];

/** Weekdays and their shares, for the monochrome pie. */
export const WEEKDAYS: readonly (readonly [day: string, value: number])[] = [
  ['Monday', 25],
  ['Tuesday', 15],
  ['Wednesday', 44],
  ['Thursday', 55],
  ['Friday', 41],
  ['Saturday', 17],
];

export const TRAFFIC: readonly (readonly [source: string, visits: number])[] = [
  ['Direct', 338],
  ['Newsletter', 312],
  ['Partners', 238],
  ['Video ads', 137],
  ['Search', 1540],
];

/** Streams of the river chart, with their widths on 21 days. */
export const RIVER: readonly (readonly [stream: string, days: readonly number[]])[] = [
  ['Airports', [10, 15, 35, 38, 22, 16, 7, 2, 17, 33, 40, 32, 26, 35, 40, 32, 26, 22, 16, 22, 10]],
  ['Hotels', [35, 36, 37, 22, 24, 26, 34, 21, 18, 45, 32, 35, 30, 28, 27, 26, 15, 30, 35, 42, 42]],
  ['Libraries', [21, 25, 27, 23, 24, 21, 35, 39, 40, 36, 33, 43, 40, 34, 28, 26, 37, 41, 46, 47, 41]],
  ['Cafés', [10, 15, 35, 38, 22, 16, 18, 29, 33, 40, 37, 22, 23, 27, 32, 40, 29, 20, 14, 20, 24]],
  ['Gyms', [12, 8, 14, 20, 26, 31, 29, 24, 18, 14, 17, 22, 28, 33, 37, 30, 25, 21, 18, 16, 12]],
  ['Arenas', [8, 11, 9, 14, 32, 45, 20, 9, 8, 12, 16, 38, 51, 24, 11, 9, 12, 18, 40, 48, 22]],
];
export const RIVER_START = '2026-03-08';

/**
 * A season with its measurements: days since 1 October and snow depth in meters. Each season is a line in the chart,
 * and the three seasons have 27, 23 and 54 measurements.
 */
type Season = { readonly name: string; readonly points: readonly (readonly [day: number, metres: number])[] };

const winter = (name: string, count: number, first: number, last: number, deepest: number, bump: number): Season => ({
  name,
  points: Array.from({ length: count }, (_, index) => {
    const part = index / (count - 1);
    const depth = deepest * Math.sin(Math.PI * part ** 1.4) + bump * Math.sin(part * 23) * part * (1 - part) * 2;
    return [Math.round(first + part * (last - first)), Math.max(0, Math.round(depth * 100) / 100)] as const;
  }),
});

export const WINTERS: readonly Season[] = [
  winter('Winter 2022–2023', 27, 23, 252, 1.28, 0.24),
  winter('Winter 2023–2024', 23, 18, 244, 0.94, 0.31),
  winter('Winter 2024–2025', 54, 8, 265, 1.52, 0.28),
];

export const SPARKS = [
  { name: 'Purchases', value: '12,320', bars: [4, 6, 5, 7, 9, 8] },
  { name: 'Returns', value: '418', bars: [7, 5, 6, 3, 4, 2] },
] as const;
