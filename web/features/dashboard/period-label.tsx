import classes from './period-label.module.css';
import { daysInWords, type ShownPeriod, zoneInWords } from './period-words.ts';

/** The days that the figures beside it are of, as their answer says; not those that the reader has just asked for. */
export function PeriodLabel({ period, isKept }: { period: ShownPeriod; isKept: boolean }) {
  return (
    <span className={classes.label}>
      {daysInWords(period)}
      {period.days_of === 'tz' ? <span className={classes.zone}> in {zoneInWords(period.time_zone)}</span> : null}
      {isKept ? <span className={classes.updating}>Updating…</span> : null}
    </span>
  );
}
