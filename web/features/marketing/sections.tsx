import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import classes from './marketing.module.css';

export type Call = {
  readonly label: string;
  readonly to: NonNullable<LinkProps['to']>;
  /** The contact form's initial topic. */
  readonly about?: 'outlets' | 'campaign';
};

/** One of the page's links. The first link is the primary one. */
function CallLink({ call, className }: { call: Call; className: string }) {
  const search = call.about === undefined ? {} : { search: { about: call.about } };
  return (
    <Link to={call.to} {...(search as object)} className={className}>
      {call.label}
    </Link>
  );
}

function Calls({ calls }: { calls: readonly Call[] }) {
  return (
    <div className={classes.actions}>
      {calls.map((call, index) => (
        <CallLink
          key={call.label}
          call={call}
          className={`${classes.button} ${index === 0 ? classes.onBrand : classes.quiet}`}
        />
      ))}
    </div>
  );
}

type HeroProps = { eyebrow: string; title: string; lead: string; calls: readonly Call[]; children: ReactNode };

/** The top of a page: topic, title, lead and links. `children` is the drawing. */
export function Hero({ eyebrow, title, lead, calls, children }: HeroProps) {
  return (
    <header className={classes.hero}>
      <div>
        <p className={classes.eyebrow}>{eyebrow}</p>
        <h1 className={classes.display}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        <Calls calls={calls} />
      </div>
      {children}
    </header>
  );
}

type SectionProps = { title: string; intro?: string; children: ReactNode };

export function Section({ title, intro, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 className={classes.headline} id={id}>
          {title}
        </h2>
        {intro === undefined ? null : <p className={classes.intro}>{intro}</p>}
      </div>
      {children}
    </section>
  );
}

/** Figures with their meanings. */
export function Facts({ facts }: { facts: readonly { readonly figure: string; readonly meaning: string }[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ figure, meaning }) => (
        <div key={meaning} className={classes.fact}>
          <dt>{meaning}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The closing section of a page. */
export function Band({ title, text, calls }: { title: string; text: string; calls: readonly Call[] }) {
  const id = useId();
  return (
    <section className={classes.band} aria-labelledby={id}>
      <div>
        <h2 className={classes.headline} id={id}>
          {title}
        </h2>
        <p>{text}</p>
      </div>
      <Calls calls={calls} />
    </section>
  );
}
