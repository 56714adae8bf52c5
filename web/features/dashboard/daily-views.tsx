import { useQuery } from '@tanstack/react-query';
import { addDays } from '#domain/calendar-date.ts';
import { formatCount, formatDay } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { BarStrip } from '../../ui/bar-strip.tsx';
import { Bone } from '../../ui/skeletons.tsx';
import classes from './daily-views.module.css';
import { dailyQuery } from './dashboard-api.ts';
import { dailyViewsStrings as strings } from './dashboard-strings.ts';
import { useDashboardView } from './dashboard-view.ts';
import { daysInWords } from './period-words.ts';
import { wordingOf } from './wording.ts';

/** Views per day in the chosen range, or in the last 30 days if the range is all time. */
export function DailyViews({ customerId }: { customerId: string | null }) {
  const { perspective, range } = useDashboardView();
  const { tz, ...days } = range.parameters;
  const isAllTime = Object.keys(days).length === 0;
  const parameters = isAllTime ? { range: '30d' as const, ...(tz === undefined ? {} : { tz }) } : range.parameters;
  const { data, isError } = useQuery(dailyQuery({ ...range, parameters }, customerId));
  // The server has no daily figures for a range that is too long. The totals above remain.
  if (isError && !data) return null;
  const { views } = wordingOf(perspective);
  const { from, to, today } = data?.period ?? {};
  const label = data ? labelOf(views, isAllTime ? null : data.period) : interpolate(strings.perDay, { views });
  const last = data?.data.at(-1)?.date ?? '';
  const bars = data && from && to ? dailyBars(data.data, from, to < last ? to : last) : null;
  if (bars?.length === 0) return null;
  const highest = Math.max(0, ...(bars ?? []).map(({ value }) => value));
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span>{label}</span>
        {highest > 0 ? <span>{interpolate(strings.highest, { value: formatCount(highest) })}</span> : null}
      </figcaption>
      {bars ? (
        <BarStrip
          label={label}
          head={[strings.day, views]}
          bars={bars.map(({ start, end, value }) => ({
            key: start,
            name:
              start === end
                ? formatDay(start)
                : interpolate(strings.days, { start: formatDay(start), end: formatDay(end) }),
            value,
            text: formatCount(value),
            isOpen: end >= (today ?? ''),
          }))}
        />
      ) : (
        <Bone height={72} />
      )}
    </figure>
  );
}

/** Names the figure. A period of null means the last 30 days. */
const labelOf = (views: string, period: Parameters<typeof daysInWords>[0] | null): string =>
  period === null
    ? interpolate(strings.perDayLast30Days, { views })
    : interpolate(strings.perDayIn, { views, days: daysInWords(period) });

type Daily = { readonly date: string; readonly views: number };
/** A bar and the days that it covers, from `start` to `end`, both included. */
type DailyBar = { readonly start: string; readonly end: string; readonly value: number };

/** Maximum number of bars that users can distinguish in a card. */
const MOST_BARS = 62;

/**
 * Makes a bar for every day from `start` to `end`, including days without events. Groups long ranges into equal spans.
 */
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
