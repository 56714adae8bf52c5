import { usagePercent } from '#domain/usage.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { Hint } from '../../ui/hint.tsx';
import { LiveValue } from '../../ui/live-value.tsx';
import { ProgressBar } from '../../ui/stat-row.tsx';
import { usageBarStrings as strings } from './dashboard-strings.ts';
import classes from './usage-bar.module.css';

const HINT = strings.hint;

/** Today's share of all views, in the specification's own words. */
export function UsageBar({ todayViews, allViews }: { todayViews: number; allViews: number }) {
  const percent = usagePercent(todayViews, allViews);
  return (
    <div className={classes.usage}>
      <p className={classes.line}>
        <LiveValue of={percent} className={classes.text}>
          {interpolate(strings.moreUsage, { percent })}
        </LiveValue>
        <Hint label={strings.usage} text={HINT} />
      </p>
      <ProgressBar label={strings.usage} value={Math.min(100, percent)} maximum={100} />
    </div>
  );
}
