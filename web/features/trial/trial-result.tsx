import type { FigureOfEvents } from '#contract/explain.ts';
import type { TrialResult as Result, TrialSums, TriedCustomer } from '#contract/trial.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { ExplainButton } from '../../explain/explain-button.tsx';
import { exactChange, exactDollars } from '../../lib/exact-amounts.ts';
import { formatCount, formatDay } from '../../lib/formatters.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './trial.module.css';

type Money = Exclude<keyof TrialSums, 'views'>;
const SUMS: readonly { readonly name: Money; readonly label: string; readonly figure: FigureOfEvents }[] = [
  { name: 'advertisers', label: 'Advertisers pay', figure: 'revenue' },
  { name: 'owners', label: 'Owners earn', figure: 'owner_share' },
  { name: 'network', label: 'The network keeps', figure: 'network_share' },
];

type Days = Pick<Result, 'from' | 'to'>;

/** Beside a sum: why it is what it was; what it would have come to stands in the list, by customer. */
const whyBefore = (label: string, asked: ExplainAsked) => <ExplainButton label={`${label}, as it was`} asked={asked} />;

const changeOf = ({ before, after }: { readonly before: string; readonly after: string }): bigint =>
  BigInt(after) - BigInt(before);

/** Who gains and who loses. */
export function TrialResult({ result }: { result: Result }) {
  const { after, before, data, from, left_out: more, notes, time_zone: zone, to, unchanged } = result;
  return (
    <Panel title="What it would have come to" context={`${formatDay(from)} – ${formatDay(to)}, ${zone}`}>
      <dl className={classes.sums}>
        {SUMS.map(({ name, label, figure }) => (
          <div key={name}>
            <dt>
              {label}
              {before[name] === '0' ? null : whyBefore(label, { figure, from, to })}
            </dt>
            <dd>{`${exactDollars(before[name])} → ${exactDollars(after[name])}`}</dd>
            <dd className={classes.quiet}>{exactChange(changeOf({ before: before[name], after: after[name] }))}</dd>
          </div>
        ))}
        <div>
          <dt>
            Views that count
            {before.views === 0 ? null : whyBefore('Views that count', { figure: 'views', from, to })}
          </dt>
          <dd>{`${formatCount(before.views)} → ${formatCount(after.views)}`}</dd>
        </div>
      </dl>
      {data.length === 0 ? (
        <p>Nothing changes for anybody: the difference is exactly zero.</p>
      ) : (
        <ul className={classes.list} aria-label="Who gains and who loses">
          {data.map((customer) => (
            <Line key={customer.id} customer={customer} days={{ from, to }} />
          ))}
        </ul>
      )}
      <p className={classes.quiet}>
        {[
          more === 0 ? '' : `${formatCount(more)} more customers change by less.`,
          unchanged === 0 ? '' : `${formatCount(unchanged)} customers stay as they are.`,
          ...notes,
        ]
          .filter((text) => text !== '')
          .join(' ')}
      </p>
    </Panel>
  );
}

function Line({ customer, days }: { customer: TriedCustomer; days: Days }) {
  const { after, before, id, kind, name } = customer;
  const change = changeOf(customer);
  const isOwner = kind === 'property';
  return (
    <li className={classes.item}>
      <span>
        {name} <small className={classes.quiet}>{isOwner ? 'owner' : 'advertiser'}</small>
      </span>
      <span className={classes.amount}>
        {`${isOwner ? (change > 0n ? 'earns more: ' : 'earns less: ') : change > 0n ? 'pays more: ' : 'pays less: '}${exactChange(change)}`}{' '}
        <small className={classes.quiet}>{`${exactDollars(before)} → ${exactDollars(after)}`}</small>
        {before === '0' ? null : whyBefore(name, { figure: isOwner ? 'owner_share' : 'revenue', ...days, cid: id })}
      </span>
    </li>
  );
}
