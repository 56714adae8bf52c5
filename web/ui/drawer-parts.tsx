import { type ReactNode, useId } from 'react';
import { formatDateTimeZone, formatTermStart } from '../lib/formatters.ts';
import { interpolate } from '../lib/interpolate.ts';
import classes from './drawer-parts.module.css';
import { drawerPartsStrings as strings } from './ui-strings.ts';

/**
 * The start of a term that was entered as a day. Shows the day in the contract's time zone, with the exact time in a
 * tooltip.
 */
export const TermStart = ({ instant, timeZone }: { instant: string; timeZone: string }) => (
  <time dateTime={instant} title={interpolate(strings.dayOfZone, { instant: formatDateTimeZone(instant), timeZone })}>
    {formatTermStart(instant, timeZone)}
  </time>
);

/** A section of a drawer with a heading. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <h3 id={id}>{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}

/** A list of names and values, one pair per line. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
