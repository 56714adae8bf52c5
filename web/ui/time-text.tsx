import { formatDateTime, formatDateTimeZone, formatDayIn, formatRelative, formatToThe } from '../lib/formatters.ts';
import { interpolate } from '../lib/interpolate.ts';
import { useNow } from '../lib/use-now.ts';
import { timeTextStrings as strings } from './ui-strings.ts';

/**
 * Replaces the space before AM or PM with a non-breaking space, so that AM or PM stays on the same line as the time.
 */
const withHalfOfDay = (text: string): string => text.replace(/ (?=[AP]M$)/, '\u00a0');

type TimeTextProps = {
  instant: string;
  /** Adds '3 min. ago'. */
  relative?: boolean;
  /** Precision; default: seconds. */
  toThe?: 'minute' | 'date';
};

/** A time in the user's time zone, with the full time and the time zone in a tooltip. */
export function TimeText({ instant, relative = false, toThe }: TimeTextProps) {
  return (
    <time dateTime={instant} title={formatDateTimeZone(instant)}>
      {withHalfOfDay(toThe === undefined ? formatDateTime(instant) : formatToThe(toThe, instant))}
      {relative ? <RelativeText instant={instant} /> : null}
    </time>
  );
}

/** A time's day in the contract's time zone, regardless of the user's time zone, with the exact time in a tooltip. */
export const DayText = ({ instant, timeZone }: { instant: string; timeZone: string }) => (
  <time dateTime={instant} title={interpolate(strings.dayOfZone, { instant: formatDateTimeZone(instant), timeZone })}>
    {formatDayIn(instant, timeZone)}
  </time>
);

function RelativeText({ instant }: { instant: string }) {
  return <span style={{ color: 'var(--vb-text-muted)' }}> ({formatRelative(instant, useNow())})</span>;
}
