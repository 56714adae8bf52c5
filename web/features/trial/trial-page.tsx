import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { FigureOfEvents } from '#contract/explain.ts';
import type { ContractTrial, TrialResult as Result, TrialSums, TriedCustomer } from '#contract/trial.ts';
import { counted } from '#domain/counted.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { useDraft } from '../../lib/draft.ts';
import { exactChange, exactDollars } from '../../lib/exact-amounts.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { dayIn, formatCount, formatDay } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
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
import { trialPageStrings as strings } from './trial-strings.ts';

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
  const { data, error, isFetching, refetch } = useQuery({ ...publicConfigQuery, meta: {} });
  return (
    <>
      <PageTitle title={strings.contractTrial} context={strings.context} />
      <div className={classes.panels}>
        {data ? (
          <Trial zone={data.network_time_zone} />
        ) : (
          <Panel title={strings.terms} context={strings.termsContext}>
            {error ? (
              <ErrorState
                what={strings.timeZoneLoadFailed}
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
      <Panel title={strings.terms} context={strings.termsContext}>
        <form noValidate onSubmit={submit}>
          {draft.wasKept ? <StaleNote onClear={draft.clear} /> : null}
          <TrialForm draft={draft.fields} errors={fields} onChange={draft.change} />
          {form === null ? null : <p role="alert">{form}</p>}
          {trying.isPending ? (
            <Button variant="default" onClick={giveUp}>
              {strings.cancelTrial}
            </Button>
          ) : (
            <Button type="submit">{strings.runTrial}</Button>
          )}
          <div role="status">{trying.isPending ? <p>{strings.replaying}</p> : null}</div>
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
  { value: 'cpm', label: strings.per1000Views },
  { value: 'cpc', label: strings.perClick },
  { value: 'cpb', label: strings.perBurn },
  { value: 'flat', label: strings.perView },
] as const;
const RULES = [
  { value: 'same', label: strings.actualRules },
  { value: 'other', label: strings.otherRules },
];
const ON_OFF = [
  { value: 'on', label: strings.on },
  { value: 'off', label: strings.off },
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
      {text('from', strings.from, { type: 'date', error: errors.from })}
      {text('to', strings.to, { type: 'date', error: errors.to })}
      {text('share', strings.ownersShare, { inputMode: 'decimal', error: errors.share_percent })}
      {text('owner', strings.owner, { description: strings.ownerHint, error: errors.share_cid })}
      {text('change', strings.priceChange, { inputMode: 'decimal', error: errors.price_change_percent })}
      {text('flight', strings.flight, { description: strings.flightHint, error: errors.flight })}
      <NativeSelect
        label={strings.pricingModel}
        data={[...MODELS]}
        value={draft.model}
        disabled={draft.flight.trim() === ''}
        error={errors.price_model}
        onChange={(event) => {
          const model = MODELS.find(({ value }) => value === event.currentTarget.value);
          if (model !== undefined) onChange({ model: model.value });
        }}
      />
      {text('price', strings.newPrice, { inputMode: 'decimal', error: errors.price })}
      <NativeSelect
        label={strings.trafficRules}
        data={RULES}
        value={draft.rules}
        onChange={(event) => onChange({ rules: event.currentTarget.value === 'other' ? 'other' : 'same' })}
      />
      {isOther ? (
        <>
          {text('visitorSeconds', strings.visitorSeconds, {
            description: strings.visitorSecondsHint,
            error: errors['rules.visitor_seconds'],
          })}
          <NativeSelect
            label={strings.outletPace}
            data={ON_OFF}
            value={draft.outletPace}
            onChange={(event) => onChange({ outletPace: event.currentTarget.value === 'on' ? 'on' : 'off' })}
          />
          <NativeSelect
            label={strings.dataCenterCheck}
            data={ON_OFF}
            value={draft.dataCentre}
            onChange={(event) => onChange({ dataCentre: event.currentTarget.value === 'on' ? 'on' : 'off' })}
          />
          {text('silentMinutes', strings.silentMinutes, {
            description: strings.silentMinutesHint,
            error: errors['rules.silent_minutes'],
          })}
          {text('backfillHours', strings.backfillHours, {
            description: strings.backfillHoursHint,
            error: errors['rules.backfill_hours'],
          })}
        </>
      ) : null}
    </div>
  );
}

type Money = Exclude<keyof TrialSums, 'views'>;
const SUMS: readonly { readonly name: Money; readonly label: string; readonly figure: FigureOfEvents }[] = [
  { name: 'advertisers', label: strings.advertiserSpend, figure: 'revenue' },
  { name: 'owners', label: strings.ownerEarnings, figure: 'owner_share' },
  { name: 'network', label: strings.networkRevenue, figure: 'network_share' },
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

/** The actual and the tried amount. Each opens its explanation. */
const Both = ({ label, asked, questions, before: [was, wasAny], after: [would, wouldBeAny] }: BothProps) => (
  <span className={classes.both}>
    <ExplainedFigure
      value={was}
      label={interpolate(strings.actual, { label })}
      asked={wasAny ? questions.before(asked) : null}
    />
    <span aria-hidden="true">→</span>
    <ExplainedFigure
      value={would}
      label={interpolate(strings.inTrial, { label })}
      asked={wouldBeAny ? questions.after(asked) : null}
    />
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
    <Panel
      title={strings.result}
      context={interpolate(strings.resultContext, { from: formatDay(from), to: formatDay(to), timeZone: zone })}
    >
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
          <dt>{strings.validViews}</dt>
          <dd>
            <Both
              label={strings.validViews}
              questions={questions}
              asked={{ figure: 'views' }}
              before={countOf(before.views)}
              after={countOf(after.views)}
            />
          </dd>
        </div>
      </dl>
      {data.length === 0 ? (
        <p>{strings.noChange}</p>
      ) : (
        <ul className={classes.list} aria-label={strings.changes}>
          {data.map((customer) => (
            <Line key={customer.id} customer={customer} questions={questions} />
          ))}
        </ul>
      )}
      <p className={classes.quiet}>
        {[
          more === 0 ? '' : interpolate(strings.leftOut, { customers: counted(more, strings.moreCustomers) }),
          unchanged === 0 ? '' : interpolate(strings.unchanged, { customers: counted(unchanged, strings.customers) }),
          ...notes,
        ]
          .filter((text) => text !== '')
          .join(' ')}
      </p>
    </Panel>
  );
}

function wordsOfChange(isOwner: boolean, isMore: boolean) {
  if (isOwner) return isMore ? strings.earnsMore : strings.earnsLess;
  return isMore ? strings.paysMore : strings.paysLess;
}

function Line({ customer, questions }: { customer: TriedCustomer; questions: Questions }) {
  const { after, before, id, kind, name } = customer;
  const change = changeOf(customer);
  const isOwner = kind === 'property';
  return (
    <li className={classes.item}>
      <span>
        {name} <small className={classes.quiet}>{isOwner ? strings.owner : strings.advertiser}</small>
      </span>
      <span className={classes.amount}>
        {interpolate(wordsOfChange(isOwner, change > 0n), { change: exactChange(change) })}{' '}
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
