import { HiddenTwin } from './chart-figure.tsx';
import classes from './mini-bars.module.css';

export type MiniBarsProps = {
  label: string;
  values: readonly number[];
  width: number | string;
  height: number;
  /** Index in the data color palette, from 1. */
  series?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
};

/** Small bars beside a figure. Each bar shows its value as a tooltip, and screen readers get a table. */
export function MiniBars({ label, values, width, height, series = 1 }: MiniBarsProps) {
  const highest = Math.max(1, ...values);
  return (
    <div>
      <div className={classes.bars} style={{ width, height, color: `var(--vb-series-${series})` }} aria-hidden="true">
        {values.map((value, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity but their place
            key={index}
            className={classes.bar}
            style={{ height: `${(100 * value) / highest}%` }}
            title={`${value}`}
          />
        ))}
      </div>
      <HiddenTwin caption={label} head={['Place', 'Value']} rows={values.map((value, index) => [index + 1, value])} />
    </div>
  );
}
