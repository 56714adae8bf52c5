import { useState } from 'react';
import { counted, NOUNS } from '#domain/counted.ts';
import { coveringPrice, type MonthlyEarnings, monthlyEarnings } from '#domain/earnings.ts';
import { formatCount, formatDollars, formatPercent } from '../../lib/formatters.ts';
import classes from './calculator.module.css';
import { RangeField } from './range-field.tsx';
import { useTerms } from './use-terms.ts';

const wholeDollars = (value: number): string => formatDollars(Math.round(value)).replace(/[.,]00$/, '');

/** Calculates what outlets earn per month with this installation's share, energy per view and energy price. */
export function EarningsCalculator() {
  const terms = useTerms();
  const [outlets, setOutlets] = useState(24);
  const [viewsPerDay, setViewsPerDay] = useState(60);
  const [dollarsPerThousand, setDollarsPerThousand] = useState(25);
  const earnings = monthlyEarnings({ outlets, viewsPerDay, dollarsPerThousand }, terms);
  const share = formatPercent(terms.ownerShare * 100);
  return (
    <div className={classes.calculator}>
      <form className={classes.inputs} aria-label="Your place" onSubmit={(event) => event.preventDefault()}>
        <RangeField
          label="Outlets"
          least={1}
          most={200}
          step={1}
          value={outlets}
          onChange={setOutlets}
          text={formatCount(outlets)}
        />
        <RangeField
          label="Charges per outlet per day"
          least={5}
          most={200}
          step={5}
          value={viewsPerDay}
          text={formatCount(viewsPerDay)}
          onChange={setViewsPerDay}
        />
        <RangeField
          label="Advertisers pay per 1,000 views"
          least={5}
          most={60}
          step={1}
          value={dollarsPerThousand}
          text={wholeDollars(dollarsPerThousand)}
          onChange={setDollarsPerThousand}
        />
        <p className={classes.basis}>
          {counted(earnings.views, NOUNS.charge)} in 30 days, {share} of the recorded revenue for the owner,{' '}
          {terms.kwhPerView} kWh per charge at {formatDollars(terms.dollarsPerKwh)} per kWh. This is an estimate, not a
          promise.
        </p>
      </form>
      <Result earnings={earnings} share={share} covering={coveringPrice(terms)} />
    </div>
  );
}

type ResultProps = { earnings: MonthlyEarnings; share: string; covering: number };

function Result({ earnings: { revenue, share: owned, energyCost, energyKwh, left }, share, covering }: ResultProps) {
  const spentOnEnergy = owned > 0 ? Math.min(100, (energyCost / owned) * 100) : 100;
  return (
    <div className={classes.result}>
      <div aria-live="polite">
        <p className={classes.resultLabel}>Your profit per month</p>
        <p className={classes.resultFigure} data-below={left < 0 || undefined}>
          {wholeDollars(left)}
        </p>
      </div>
      <div className={classes.bar} aria-hidden="true">
        <span className={classes.energy} style={{ width: `${spentOnEnergy}%` }} />
        <span className={classes.left} style={{ width: `${100 - spentOnEnergy}%` }} />
      </div>
      <dl className={classes.rows}>
        <div>
          <dt>Advertisers pay</dt>
          <dd>{wholeDollars(revenue)}</dd>
        </div>
        <div>
          <dt>Your share ({share})</dt>
          <dd>{wholeDollars(owned)}</dd>
        </div>
        <div>
          <dt>
            <i className={classes.energy} /> Electricity, {formatCount(energyKwh)} kWh
          </dt>
          <dd>−{wholeDollars(energyCost)}</dd>
        </div>
        <div>
          <dt>
            <i className={classes.left} /> Your profit
          </dt>
          <dd>{wholeDollars(left)}</dd>
        </div>
      </dl>
      <p className={classes.basis}>
        {left < 0 ? 'At this price the share does not cover the electricity. ' : ''}
        {Number.isFinite(covering)
          ? `From ${formatDollars(covering)} per 1,000 views the share pays for all of it.`
          : ''}
      </p>
    </div>
  );
}
