import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { FigureOfEvents } from '#contract/explain.ts';
import type { ContractTrial, TrialResult as Result, TrialSums, TriedCustomer } from '#contract/trial.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { ExplainButton } from '../../explain/explain-button.tsx';
import { useDraft } from '../../lib/draft.ts';
import { exactChange, exactDollars } from '../../lib/exact-amounts.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { dayIn, formatCount, formatCounted, formatDay } from '../../lib/formatters.ts';
import { publicConfigQuery } from '../../lib/public-config.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleNote } from '../../ui/stale-note.tsx';
import classes from './trial.module.css';
import { sendContractTrial } from './trial-api.ts';
import { firstDraft, type TrialDraft, trialOf } from './trial-draft.ts';

/** Fields whose errors the form shows beside their inputs. */
const FIELDS = [
  ...['from', 'to', 'share_percent', 'share_cid', 'price_change_percent', 'flight', 'price_model', 'price'],
  ...['rules.visitor_seconds', 'rules.silent_minutes', 'rules.backfill_hours'],
];

/**
 * The page `/admin/money/trial`: replays a past range under other contracts, without writing anything
 * (docs/business-rules.md#money).
 */
export function TrialPage() {
  const { data, error, isFetching, refetch } = useQuery(publicConfigQuery);
  return (
    <>
      <PageTitle
        title="Contract trial"
        context="A past range under other shares, prices or rules; nothing is changed"
      />
      <div className={classes.panels}>
        {data ? (
          <Trial zone={data.network_time_zone} />
        ) : (
          <Panel title="What is tried" context="What is left empty stays as it was">
            {error ? (
              <ErrorState
                what="The network’s time zone could not be loaded."
                message={error.message}
                onRetry={() => void refetch()}
                isRetrying={isFetching}
              />
            ) : (
              <LinesSkeleton lines={6} />
            )}
          </Panel>
        )}
      </div>
    </>
  );
}

/** The form and its result. Days are in the network's time zone, in which the range is replayed. */
function Trial({ zone }: { zone: string }) {
  const [start] = useState(() => firstDraft(dayIn(new Date(), zone)));
  const draft = useDraft<TrialDraft>('contract-trial', useCurrentUser()?.id ?? '', start);
  const running = useRef<AbortController | null>(null);
  const trying = useMutation({
    meta: { errors: 'own' },
    mutationFn: async (wanted: TrialDraft) => {
      running.current = new AbortController();
      return sendContractTrial(trialOf(wanted), running.current.signal);
    },
    // The submitted draft now has its result, so leaving warns only about later changes.
    onSuccess: (_, wanted) => draft.rebase(wanted),
  });
  useEffect(() => () => running.current?.abort(), []);
  const giveUp = () => {
    running.current?.abort();
    trying.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!trying.isPending) trying.mutate(draft.fields);
  };
  const { fields, form } = formErrors(trying.error, FIELDS);
  return (
    <>
      <Panel title="What is tried" context="What is left empty stays as it was">
        <form noValidate onSubmit={submit}>
          {draft.wasKept ? <StaleNote onClear={draft.clear} /> : null}
          <TrialForm draft={draft.fields} errors={fields} onChange={draft.change} />
          {form === null ? null : <p role="alert">{form}</p>}
          {trying.isPending ? (
            <Button variant="default" onClick={giveUp}>
              Give up the trial
            </Button>
          ) : (
            <Button type="submit">Try it</Button>
          )}
          <div role="status">{trying.isPending ? <p>Day after day is replayed…</p> : null}</div>
        </form>
      </Panel>
      {trying.data ? <TrialResult result={trying.data} tried={trialOf(trying.variables)} /> : null}
    </>
  );
}

type TrialFormProps = {
  readonly draft: TrialDraft;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<TrialDraft>) => void;
};

const MODELS = [
  { value: 'cpm', label: 'Per 1,000 views' },
  { value: 'cpc', label: 'Per click' },
  { value: 'cpb', label: 'Per burn' },
  { value: 'flat', label: 'Per view' },
] as const;
const RULES = [
  { value: 'same', label: 'As they were' },
  { value: 'other', label: 'Others' },
];
const ON_OFF = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];

/** The terms to try. An empty field keeps the actual term. */
function TrialForm({ draft, errors, onChange }: TrialFormProps) {
  const text = (
    name:
      | 'from'
      | 'to'
      | 'share'
      | 'owner'
      | 'flight'
      | 'price'
      | 'change'
      | 'visitorSeconds'
      | 'silentMinutes'
      | 'backfillHours',
    label: string,
    { error, ...rest }: { error?: string | undefined; description?: string; type?: string; inputMode?: 'decimal' },
  ) => (
    <TextInput
      label={label}
      value={draft[name]}
      error={error}
      {...rest}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  const isOther = draft.rules === 'other';
  return (
    <div className={classes.fields}>
      {text('from', 'From', { type: 'date', error: errors.from })}
      {text('to', 'To', { type: 'date', error: errors.to })}
      {text('share', 'Owners’ share, percent', { inputMode: 'decimal', error: errors.share_percent })}
      {text('owner', 'Of this owner only', { description: 'Name; empty: all', error: errors.share_cid })}
      {text('change', 'All prices, percent more', { inputMode: 'decimal', error: errors.price_change_percent })}
      {text('flight', 'Price of this flight', { description: 'Its code', error: errors.flight })}
      <NativeSelect
        label="Paid"
        data={[...MODELS]}
        value={draft.model}
        disabled={draft.flight.trim() === ''}
        error={errors.price_model}
        onChange={(event) => {
          const model = MODELS.find(({ value }) => value === event.currentTarget.value);
          if (model !== undefined) onChange({ model: model.value });
        }}
      />
      {text('price', 'New price', { inputMode: 'decimal', error: errors.price })}
      <NativeSelect
        label="Rules of traffic"
        data={RULES}
        value={draft.rules}
        onChange={(event) => onChange({ rules: event.currentTarget.value === 'other' ? 'other' : 'same' })}
      />
      {isOther ? (
        <>
          {text('visitorSeconds', 'Seconds of ads for one visitor in an hour', {
            description: 'Leave blank for no limit.',
            error: errors['rules.visitor_seconds'],
          })}
          <NativeSelect
            label="Views too fast for the outlet"
            data={ON_OFF}
            value={draft.outletPace}
            onChange={(event) => onChange({ outletPace: event.currentTarget.value === 'on' ? 'on' : 'off' })}
          />
          <NativeSelect
            label="Addresses of data centers"
            data={ON_OFF}
            value={draft.dataCentre}
            onChange={(event) => onChange({ dataCentre: event.currentTarget.value === 'on' ? 'on' : 'off' })}
          />
          {text('silentMinutes', 'Minutes an outlet may be silent', {
            description: 'Empty: off',
            error: errors['rules.silent_minutes'],
          })}
          {text('backfillHours', 'Hours of contact before a late view', {
            description: 'Leave blank to turn it off.',
            error: errors['rules.backfill_hours'],
          })}
        </>
      ) : null}
    </div>
  );
}

type Money = Exclude<keyof TrialSums, 'views'>;
const SUMS: readonly { readonly name: Money; readonly label: string; readonly figure: FigureOfEvents }[] = [
  { name: 'advertisers', label: 'Advertisers pay', figure: 'revenue' },
  { name: 'owners', label: 'Owners earn', figure: 'owner_share' },
  { name: 'network', label: 'The network keeps', figure: 'network_share' },
];

type Asked = Pick<ExplainAsked, 'figure' | 'cid'>;
/** Builds the queries that explain the actual and the tried amounts. */
type Questions = { readonly before: (asked: Asked) => ExplainAsked; readonly after: (asked: Asked) => ExplainAsked };

const questionsOf = ({ from, to }: Result, tried: ContractTrial): Questions => ({
  before: (asked) => ({ ...asked, from, to }),
  after: (asked) => ({ ...asked, trial: JSON.stringify(tried) }),
});

type BothProps = {
  label: string;
  asked: Asked;
  questions: Questions;
  /** The formatted amount, and whether it is nonzero. */
  before: readonly [string, boolean];
  after: readonly [string, boolean];
};

/** The actual and the tried amount, each with its explanation button. */
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

/** The customers' gains and losses. `tried` contains the submitted terms. */
function TrialResult({ result, tried }: { result: Result; tried: ContractTrial }) {
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
