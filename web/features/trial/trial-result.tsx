import type { FigureOfEvents } from '#contract/explain.ts';
import type { ContractTrial, TrialResult as Result, TrialSums, TriedCustomer } from '#contract/trial.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { ExplainButton } from '../../explain/explain-button.tsx';
import { exactChange, exactDollars } from '../../lib/exact-amounts.ts';
import { formatCount, formatCounted, formatDay } from '../../lib/formatters.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './trial.module.css';

type Money = Exclude<keyof TrialSums, 'views'>;
const SUMS: readonly { readonly name: Money; readonly label: string; readonly figure: FigureOfEvents }[] = [
  { name: 'advertisers', label: 'Advertisers pay', figure: 'revenue' },
  { name: 'owners', label: 'Owners earn', figure: 'owner_share' },
  { name: 'network', label: 'The network keeps', figure: 'network_share' },
];

type Asked = Pick<ExplainAsked, 'figure' | 'cid'>;
/** Builds the explanation queries of the actual amounts and of the tried ones. */
type Questions = { readonly before: (asked: Asked) => ExplainAsked; readonly after: (asked: Asked) => ExplainAsked };

const questionsOf = ({ from, to }: Result, tried: ContractTrial): Questions => ({
  before: (asked) => ({ ...asked, from, to }),
  after: (asked) => ({ ...asked, trial: JSON.stringify(tried) }),
});

type BothProps = {
  label: string;
  asked: Asked;
  questions: Questions;
  /** The formatted amount, and whether it is not zero. */
  before: readonly [string, boolean];
  after: readonly [string, boolean];
};

/** The actual and the tried amount, each with its explanation. */
const Both = ({ label, asked, questions, before: [was, wasAny], after: [would, wouldBeAny] }: BothProps) => (
  <span className={classes.both}>
    <span>
      {was}
      {wasAny ? <ExplainButton label={`${label}, as it was`} asked={questions.before(asked)} /> : null}
    </span>
    <span aria-hidden="true">→</span>
    <span>
      {would}
      {wouldBeAny ? <ExplainButton label={`${label}, as tried`} asked={questions.after(asked)} /> : null}
    </span>
  </span>
);

const dollarsOf = (digits: string): readonly [string, boolean] => [exactDollars(digits), digits !== '0'];
const countOf = (count: number): readonly [string, boolean] => [formatCount(count), count !== 0];

const changeOf = ({ before, after }: { readonly before: string; readonly after: string }): bigint =>
  BigInt(after) - BigInt(before);

/** The gains and losses of the customers; `tried` contains the submitted terms. */
export function TrialResult({ result, tried }: { result: Result; tried: ContractTrial }) {
  const questions = questionsOf(result, tried);
  const { after, before, data, from, left_out: more, notes, time_zone: zone, to, unchanged } = result;
  return (
    <Panel title="What it would have come to" context={`${formatDay(from)} – ${formatDay(to)}, ${zone}`}>
      <dl className={classes.sums}>
        {SUMS.map(({ name, label, figure }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <Both
                label={label}
                questions={questions}
                asked={{ figure }}
                before={dollarsOf(before[name])}
                after={dollarsOf(after[name])}
              />
            </dd>
            <dd className={classes.quiet}>{exactChange(changeOf({ before: before[name], after: after[name] }))}</dd>
          </div>
        ))}
        <div>
          <dt>Views that count</dt>
          <dd>
            <Both
              label="Views that count"
              questions={questions}
              asked={{ figure: 'views' }}
              before={countOf(before.views)}
              after={countOf(after.views)}
            />
          </dd>
        </div>
      </dl>
      {data.length === 0 ? (
        <p>Nothing changes for anybody: the difference is exactly zero.</p>
      ) : (
        <ul className={classes.list} aria-label="Who gains and who loses">
          {data.map((customer) => (
            <Line key={customer.id} customer={customer} questions={questions} />
          ))}
        </ul>
      )}
      <p className={classes.quiet}>
        {[
          more === 0 ? '' : `${formatCounted(more, 'more customer changes', 'more customers change')} by less.`,
          unchanged === 0
            ? ''
            : `${formatCounted(unchanged, 'customer stays as it is', 'customers stay as they are')}.`,
          ...notes,
        ]
          .filter((text) => text !== '')
          .join(' ')}
      </p>
    </Panel>
  );
}

function Line({ customer, questions }: { customer: TriedCustomer; questions: Questions }) {
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
        <small className={classes.quiet}>
          <Both
            label={name}
            questions={questions}
            asked={{ figure: isOwner ? 'owner_share' : 'revenue', cid: id }}
            before={dollarsOf(before)}
            after={dollarsOf(after)}
          />
        </small>
      </span>
    </li>
  );
}
