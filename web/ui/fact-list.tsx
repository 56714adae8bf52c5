import type { ReactNode } from 'react';
import classes from './fact-list.module.css';

export type Fact = {
  readonly label: string;
  readonly value: ReactNode;
  /** One line below the value. */
  readonly detail?: ReactNode;
  /** Highlights the detail as a warning. */
  readonly isWarning?: boolean;
};

/** A few figures side by side, each with its label and an optional detail line. */
export function FactList({ label, facts }: { label: string; facts: readonly Fact[] }) {
  return (
    <section aria-label={label}>
      <dl className={classes.facts}>
        {facts.map((fact) => (
          <div key={fact.label} className={classes.fact} data-warning={fact.isWarning || undefined}>
            <dt>{fact.label}</dt>
            <dd className={classes.value}>{fact.value}</dd>
            {fact.detail === undefined ? null : <dd className={classes.detail}>{fact.detail}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}
