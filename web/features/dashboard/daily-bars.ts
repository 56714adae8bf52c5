import { addDays } from '#domain/calendar-date.ts';

type Daily = { readonly date: string; readonly views: number };
/** One bar: the days that it covers, both included. */
export type DailyBar = { readonly start: string; readonly end: string; readonly value: number };

/** The highest number of bars that are distinguishable in a card. */
const MOST_BARS = 62;

/** Makes a bar for every day of the range, including days without events. Groups long ranges into equal spans. */
export function dailyBars(days: readonly Daily[], start: string, end: string): DailyBar[] {
  const views = new Map(days.map(({ date, views: count }) => [date, count]));
  const dates: string[] = [];
  for (let date = start; date <= end; date = addDays(date, 1)) dates.push(date);
  const span = Math.ceil(dates.length / MOST_BARS);
  const bars: DailyBar[] = [];
  for (let index = 0; index < dates.length; index += span) {
    const spanned = dates.slice(index, index + span);
    const value = spanned.reduce((sum, date) => sum + (views.get(date) ?? 0), 0);
    bars.push({ start: spanned[0] ?? start, end: spanned.at(-1) ?? end, value });
  }
  return bars;
}
