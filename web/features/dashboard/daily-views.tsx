import { useQuery } from '@tanstack/react-query';
import { formatCount, formatDay } from '../../lib/formatters.ts';
import { BarStrip } from '../../ui/bar-strip.tsx';
import { Bone } from '../../ui/skeletons.tsx';
import { dailyQuery } from './api.ts';
import { dailyBars } from './daily-bars.ts';
import classes from './daily-views.module.css';
import { useDashboardView } from './dashboard-view.ts';
import { presetDates, rangeParameters } from './date-range.ts';
import { wordingOf } from './wording.ts';

/** Views by day in the chosen range, or in the last 30 days when all time is chosen. */
export function DailyViews({ customerId = null }: { customerId?: string | null }) {
  const { perspective, range, dates } = useDashboardView();
  const shown = dates ?? presetDates('30d', range.day);
  const parameters = rangeParameters(shown, range.parameters.tz);
  const { data, isError } = useQuery(dailyQuery(parameters, customerId));
  // A range longer than the server gathers by day has no such figure; the sums above it have.
  if (!shown || (isError && !data)) return null;
  const { views } = wordingOf(perspective);
  const label = `${views} per day, ${dates ? `${formatDay(shown.start)} – ${formatDay(shown.end)}` : 'last 30 days'}`;
  const bars = data ? dailyBars(data.data, shown.start, shown.end) : null;
  const highest = Math.max(0, ...(bars ?? []).map(({ value }) => value));
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span>{label}</span>
        {highest > 0 ? <span>highest {formatCount(highest)}</span> : null}
      </figcaption>
      {bars ? (
        <BarStrip
          label={label}
          head={['Day', views]}
          bars={bars.map(({ start, end, value }) => ({
            key: start,
            name: start === end ? formatDay(start) : `${formatDay(start)} – ${formatDay(end)}`,
            value,
            text: formatCount(value),
            isOpen: end >= range.day,
          }))}
        />
      ) : (
        <Bone height={72} />
      )}
    </figure>
  );
}
