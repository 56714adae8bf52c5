import { interpolate } from '../../lib/interpolate.ts';
import { periodLabelStrings as strings } from './dashboard-strings.ts';
import classes from './period-label.module.css';
import { daysInWords, type ShownPeriod, zoneInWords } from './period-words.ts';

/**
 * The days that the figures beside it cover, according to their response. These days may differ from a range that is
 * still loading.
 */
export function PeriodLabel({ period, isKept }: { period: ShownPeriod; isKept: boolean }) {
  return (
    <span className={classes.label}>
      {daysInWords(period)}
      {period.days_of === 'tz' ? (
        <span className={classes.zone}>
          {' '}
          {interpolate(strings.timeZone, { timeZone: zoneInWords(period.time_zone) })}
        </span>
      ) : null}
      {isKept ? <span className={classes.updating}>{strings.updating}</span> : null}
    </span>
  );
}
