import { addDays } from '#domain/calendar-date.ts';
import { startOfDate, zonedDay } from '#domain/zoned-day.ts';
import type { Dependencies } from '../../dependencies.ts';

/**
 * Maximum number of outlets per query. A server accepts no parameter larger than 128 KiB, and a number has up to 10
 * digits.
 */
const MOST_OUTLETS_A_QUERY = 10_000;

type Asked = {
  /** Number of full days before the current one. */
  readonly days: number;
  readonly zone: string;
  readonly nowMs: number;
};

/**
 * Sums the views of all ads at some outlets (null: at all outlets) for the most recent full days in a time zone, oldest
 * first. For forecasts: the result reveals neither advertisers nor prices.
 */
export async function viewsByDay(
  figures: Pick<Dependencies['figures'], 'cells'>,
  outletKeys: readonly number[] | null,
  { days, zone, nowMs }: Asked,
): Promise<number[]> {
  const today = zonedDay(nowMs, zone);
  const starts = Array.from({ length: days }, (_, at) => startOfDate(addDays(today.date, at - days), zone));
  const views = new Map<number, number>();
  for (let from = 0; outletKeys === null ? from === 0 : from < outletKeys.length; from += MOST_OUTLETS_A_QUERY) {
    const rows = await figures.cells({
      scope: { kind: 'all' },
      customerKey: null,
      withInvalid: false,
      knownOn: null,
      range: { startMs: starts[0] ?? today.startMs, endMs: today.startMs },
      columns: [{ by: 'start', starts }],
      filters: outletKeys === null ? {} : { outlets: outletKeys.slice(from, from + MOST_OUTLETS_A_QUERY) },
    });
    for (const { of, views: more } of rows) views.set(Number(of[0]), (views.get(Number(of[0])) ?? 0) + more);
  }
  return starts.map((startMs) => views.get(startMs) ?? 0);
}
