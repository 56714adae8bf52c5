import { formatDateTime, formatDateTimeZone, formatDayIn, formatRelative, formatToThe } from '../lib/formatters.ts';
import { useNow } from '../lib/use-now.ts';

/** A line may end before the time, not between it and its half of the day. */
const withHalfOfDay = (text: string): string => text.replace(/ (?=[AP]M$)/, '\u00a0');

type TimeTextProps = {
  instant: string;
  /** Adds '3 min. ago' beside it. */
  relative?: boolean;
  /** How exact it is shown: to the second unless told. */
  toThe?: 'minute' | 'date';
};

/** An instant in the reader's zone, with all of it and the zone on hover. */
export function TimeText({ instant, relative = false, toThe }: TimeTextProps) {
  return (
    <time dateTime={instant} title={formatDateTimeZone(instant)}>
      {withHalfOfDay(toThe === undefined ? formatDateTime(instant) : formatToThe(toThe, instant))}
      {relative ? <RelativeText instant={instant} /> : null}
    </time>
  );
}

/** The day of the contract's zone that an instant is on, whoever looks; the moment itself on hover. */
export const DayText = ({ instant, timeZone }: { instant: string; timeZone: string }) => (
  <time dateTime={instant} title={`${formatDateTimeZone(instant)}; days count in ${timeZone}`}>
    {formatDayIn(instant, timeZone)}
  </time>
);

function RelativeText({ instant }: { instant: string }) {
  return <span style={{ color: 'var(--vb-text-muted)' }}> ({formatRelative(instant, useNow())})</span>;
}
