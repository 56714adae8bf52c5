import { type ReactNode, useId } from 'react';
import { formatDateTimeZone, formatTermStart } from '../lib/formatters.ts';
import classes from './drawer-parts.module.css';

/** When something begins that was entered as a day: that day, whoever looks; the moment itself on hover. */
export const TermStart = ({ instant, timeZone }: { instant: string; timeZone: string }) => (
  <time dateTime={instant} title={`${formatDateTimeZone(instant)}; days count in ${timeZone}`}>
    {formatTermStart(instant, timeZone)}
  </time>
);

/** A part of a drawer with its own head. */
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

/** Names and values, one a line. */
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
