import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { counted, NOUNS } from '#domain/counted.ts';
import { campaignReach } from '#domain/earnings.ts';
import { formatCount, formatDollars, formatExactDollars, formatPercent } from '../../lib/formatters.ts';
import classes from './calculator.module.css';
import { RangeField } from './range-field.tsx';
import { useTerms } from './use-terms.ts';

const wholeDollars = (value: number): string => formatDollars(value).replace(/[.,]00$/, '');

/** Calculates the views that a budget buys, and the energy that it gives away. */
export function ReachCalculator() {
  const terms = useTerms();
  const [budget, setBudget] = useState(5_000);
  const [dollarsPerThousand, setDollarsPerThousand] = useState(25);
  const [days, setDays] = useState(30);
  const { views, energyKwh } = campaignReach({ budget, dollarsPerThousand }, terms);
  return (
    <div className={classes.calculator}>
      <form className={classes.inputs} aria-label="Your campaign" onSubmit={(event) => event.preventDefault()}>
        <RangeField
          label="Budget"
          least={500}
          most={100_000}
          step={500}
          value={budget}
          onChange={setBudget}
          text={wholeDollars(budget)}
        />
        <RangeField
          label="Price per 1,000 views"
          least={5}
          most={60}
          step={1}
          value={dollarsPerThousand}
          text={wholeDollars(dollarsPerThousand)}
          onChange={setDollarsPerThousand}
        />
        <RangeField
          label="Runs for"
          least={1}
          most={90}
          step={1}
          value={days}
          onChange={setDays}
          text={counted(days, NOUNS.day)}
        />
        <p className={classes.basis}>
          {terms.kwhPerView} kWh per charge. {formatPercent(terms.ownerShare * 100)} of your spend goes to the owners of
          the outlets, unless their contract says otherwise.
        </p>
      </form>
      <div className={classes.result}>
        <div aria-live="polite">
          <p className={classes.resultLabel}>Views your budget buys</p>
          <p className={classes.resultFigure}>{formatCount(views)}</p>
        </div>
        <dl className={classes.rows}>
          <div>
            <dt>Cost per view</dt>
            <dd>{formatExactDollars(dollarsPerThousand / 1000)}</dd>
          </div>
          <div>
            <dt>Views per day</dt>
            <dd>{formatCount(Math.floor(views / days))}</dd>
          </div>
          <div>
            <dt>Energy for visitors</dt>
            <dd>{formatCount(energyKwh)} kWh</dd>
          </div>
          <div>
            <dt>For outlet owners</dt>
            <dd>{wholeDollars(Math.round(budget * terms.ownerShare))}</dd>
          </div>
        </dl>
        <Link className={classes.resultLink} to="/app/contact" search={{ about: 'campaign' }}>
          Plan this campaign with us
        </Link>
      </div>
    </div>
  );
}
