import type { CSSProperties, ReactNode } from 'react';
import { interpolate } from '../lib/interpolate.ts';
import { Hint } from './hint.tsx';
import { LiveValue } from './live-value.tsx';
import classes from './stat-row.module.css';
import { statRowStrings as strings } from './ui-strings.ts';

export type StatRowProps = {
  label: string;
  /** Formatted text. */
  value: string;
  unit?: string;
  /** Small text beside the value: 'today 120'. */
  comparison?: ReactNode;
  /** The change as short text, and the full text for a tooltip. */
  change?: { readonly short: string; readonly whole: string };
  /** Defines the metric. */
  hint?: string;
  /** Returns the value inside a button, for example to explain the figure. */
  open?: (value: ReactNode) => ReactNode;
  /** The raw figure's progress toward its maximum (docs/specification.md#constants). */
  progress?: Progress;
};

type Progress = { value: number; maximum: number /** Text of the maximum at the end of the bar. */; end?: string };

/** Rows whose values, units and comparisons each share a column, so that the values have the same right edge. */
export const StatRows = ({ children }: { children: ReactNode }) => (
  <div className={classes.frame}>
    <div className={classes.rows}>{children}</div>
  </div>
);

/**
 * A labeled value with its unit, an optional progress bar, and a hint that defines the metric. Belongs in `StatRows`.
 */
export function StatRow({ label, value, unit, comparison, change, hint, open, progress }: StatRowProps) {
  const shown = (
    <LiveValue of={value} className={classes.value}>
      {value}
    </LiveValue>
  );
  return (
    <div className={classes.row}>
      <span className={classes.label}>
        {hint === undefined ? (
          label
        ) : (
          <Hint label={label} text={hint}>
            {label}
          </Hint>
        )}
      </span>
      <span className={classes.figure}>{open === undefined ? shown : open(shown)}</span>
      <span className={classes.unit}>{unit}</span>
      {comparison === undefined && change === undefined ? null : (
        <span className={classes.beside}>
          <span>{comparison}</span>
          {change === undefined ? null : <span title={change.whole}>{change.short}</span>}
        </span>
      )}
      {progress === undefined ? null : <ProgressBar label={label} {...progress} />}
    </div>
  );
}

/** A bar from 0 to `maximum`. Above the maximum, the bar is full and has a broken end. */
export function ProgressBar({ label, value, maximum, end }: { label: string } & Progress) {
  const share = maximum > 0 ? Math.min(1, Math.max(0, value / maximum)) : 0;
  const isPast = value > maximum;
  return (
    <div className={classes.progress}>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={maximum}
        aria-valuenow={Math.min(maximum, Math.max(0, value))}
        {...(isPast && end !== undefined ? { 'aria-valuetext': interpolate(strings.over, { end }) } : {})}
      >
        <div
          className={classes.bar}
          data-past={isPast || undefined}
          data-some={value > 0 || undefined}
          style={{ '--share': `${share * 100}%` } as CSSProperties}
        />
      </div>
      {end === undefined ? null : (
        <span className={classes.end} aria-hidden="true">
          {interpolate(isPast ? strings.over : strings.of, { end })}
        </span>
      )}
    </div>
  );
}
