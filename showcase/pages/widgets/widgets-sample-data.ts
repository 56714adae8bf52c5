import { sampleNumbers } from '../../samples/random-sample.ts';
import type { WeatherKind } from './weather-icon.tsx';

const slope = (steepness: number, seed: number) => {
  const next = sampleNumbers(seed);
  return Array.from({ length: 25 }, (_, index) => steepness * index + 10 + Math.floor(next() * 30));
};
/** Two series of 25 points each: slope times index plus 10 to 39. */
export const SALES = [slope(5, 61), slope(4, 62)] as const;
export const BUDGET = [slope(5, 63), slope(4, 64)] as const;

export const FORECASTS: readonly { readonly day: string; readonly kind: WeatherKind; readonly degrees: number }[] = [
  { day: 'Tomorrow', kind: 'partly-cloudy-day', degrees: 32 },
  { day: 'Tuesday', kind: 'rain', degrees: 25 },
  { day: 'Wednesday', kind: 'wind', degrees: 28 },
  { day: 'Thursday', kind: 'cloudy', degrees: 17 },
];

export const SERVER_BARS = [
  { name: 'CPU', percent: 60, text: '60% of 8 cores, 41 °C', tone: 'danger' },
  { name: 'Mem', percent: 29, text: '29%, 7 of 24 GB', tone: 'brand' },
  { name: 'LAN', percent: 48, text: '48%, 24 Mb/s each way', tone: 'info' },
  { name: 'Access', percent: 64, text: '64%, 320 requests a second', tone: 'success' },
] as const;

export const NASDAQ = [4, 6, 5, 7, 8.5] as const;

export type Chat = {
  readonly id: number;
  readonly name: string;
  readonly tone: number;
  readonly text: string;
  readonly isOwn: boolean;
};
export const CHATS: readonly Chat[] = [
  { id: 1, name: 'Mara Lind', tone: 3, text: 'The outlets at gate 12 are mounted. Can you see them?', isOwn: false },
  {
    id: 2,
    name: 'Theo Brandt',
    tone: 4,
    text: 'Three of four are online, the last one is still updating.',
    isOwn: true,
  },
  {
    id: 3,
    name: 'Mara Lind',
    tone: 3,
    text: 'Good. The sponsor wants to look at the first figures tomorrow.',
    isOwn: false,
  },
  { id: 4, name: 'Theo Brandt', tone: 4, text: 'They will be in the dashboard by nine.', isOwn: true },
];

const changes = sampleNumbers(65);
/** 32 points for a panel's head: bars of `pop`, a line of `humidity`. */
export const CHANGES: readonly { readonly pop: number; readonly humidity: number }[] = Array.from(
  { length: 32 },
  (_, index) => ({
    pop: Math.round(20 + 30 * Math.abs(Math.sin(index / 5)) + changes() * 30),
    humidity: Math.round(45 + 25 * Math.sin(index / 4) + changes() * 10),
  }),
);
export const CHANGE_BARS = [4, 6, 5, 7, 8, 6, 9, 7] as const;

export const TESTIMONIALS = [
  {
    quote: 'Our lobby used to be where phones died. Now it is where guests wait happily.',
    name: 'Hotel manager, Bergen',
  },
  {
    quote: 'I could see the first views the same evening. That never happened with posters.',
    name: 'Media buyer, Leeds',
  },
] as const;

export const PROMOS = [
  { title: 'Charge your lobby', text: 'Put an outlet where people wait.', action: 'Learn more' },
  { title: 'Fill the evening', text: 'Campaigns that start after five.', action: 'See plans' },
] as const;
