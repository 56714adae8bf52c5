import { interpolate } from '../lib/interpolate.ts';
import classes from './bar-strip.module.css';
import { barStripStrings as strings } from './ui-strings.ts';

export type BarStripProps = {
  label: string;
  /** Column headings of the table for screen readers. */
  head: readonly [string, string];
  /** `isOpen` means that the period is not over yet, so the bar may still grow. */
  bars: readonly { key: string; name: string; value: number; text: string; isOpen?: boolean }[];
};

/** Small bars that start at zero, scaled to the highest bar. Screen readers get a table of the same figures. */
export function BarStrip({ label, head, bars }: BarStripProps) {
  const highest = bars.reduce((most, bar) => Math.max(most, bar.value), 0);
  return (
    <>
      <div className={classes.strip} aria-hidden="true">
        <div className={classes.bars}>
          {bars.map(({ key, name, value, text, isOpen }) => (
            <span
              key={key}
              className={classes.slot}
              title={interpolate(isOpen ? strings.slotSoFar : strings.slot, { name, value: text })}
            >
              <span
                className={classes.bar}
                data-open={isOpen || undefined}
                style={{ height: `${highest > 0 ? (100 * value) / highest : 0}%` }}
              />
            </span>
          ))}
        </div>
        <div className={classes.ends}>
          <span>{bars[0]?.name}</span>
          <span>{bars.at(-1)?.name}</span>
        </div>
      </div>
      <div className={classes.twin}>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{head[0]}</th>
              <th scope="col">{head[1]}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ key, name, text }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
