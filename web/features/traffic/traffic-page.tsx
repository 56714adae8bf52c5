import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Button, NativeSelect, Select, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvalidReason } from '#contract/ingest.ts';
import { OBJECTION_DAYS, OBJECTION_LENGTH, type Objection } from '#contract/objections.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { shownEui } from '#domain/eui.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { ApiError } from '../../lib/api-error.ts';
import { formatCount, formatDay, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { FindingsPanel } from './findings-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import classes from './traffic.module.css';
import { objectionsQuery, objectorsQuery, sendDecision, sendObjection, TRAFFIC_KEY } from './traffic-api.ts';
import { type ObjectedRow, TrafficPanel } from './traffic-panel.tsx';
import { trafficPageStrings as strings } from './traffic-strings.ts';

/**
 * The page `/app/traffic`: the customer's own invalid traffic with its reasons, and the customer's objections
 * (docs/business-rules.md#invalid-traffic).
 */
export function TrafficPage() {
  const user = useCurrentUser();
  const [plan, setPlan] = useState<FormPlan | null>(null);
  const isManager = (user?.role === 'property' || user?.role === 'advertiser') && user.standing === 'manager';
  return (
    <>
      <PageTitle title={strings.invalidTraffic} context={strings.context} />
      <div className={classes.panels}>
        <TrafficPanel onObject={isManager ? (row) => setPlan(objectionPlan(row, false)) : null} />
        <ObjectionsPanel onDecide={null} />
      </div>
      <SchemaForm plan={plan} topic={TRAFFIC_KEY} onClose={() => setPlan(null)} />
    </>
  );
}

/** The page `/admin/traffic`: invalid traffic across the network, with the rules and the decisions on objections. */
export function AdminTrafficPage() {
  const [plan, setPlan] = useState<FormPlan | null>(null);
  return (
    <>
      <PageTitle title={strings.invalidTraffic} context={strings.adminContext} />
      <div className={classes.panels}>
        <ObjectionsPanel onDecide={(objection, isAccepted) => setPlan(decisionPlan(objection, isAccepted))} />
        <FindingsPanel />
        <RulesPanel />
        <TrafficPanel onObject={(row) => setPlan(objectionPlan(row, true))} />
      </div>
      <SchemaForm plan={plan} topic={TRAFFIC_KEY} onClose={() => setPlan(null)} />
    </>
  );
}

type ObjectionsPanelProps = { onDecide: ((objection: Objection, isAccepted: boolean) => void) | null };

/** Rows per page, as in all lists. */
const ROWS = 10;
const TONES = { open: 'warning', accepted: 'good', declined: 'neutral' } as const;
const STATES = { open: strings.stateOpen, accepted: strings.stateAccepted, declined: strings.stateDeclined } as const;

/** The objections, the open ones first. */
function ObjectionsPanel({ onDecide }: ObjectionsPanelProps) {
  const { data: objections, error, isFetching, refetch } = useQuery(objectionsQuery);
  const address = useTableAddress('objections');
  const page = Number(address.search.objections ?? 1);
  const open = objections?.filter(({ state }) => state === 'open').length ?? 0;
  const context =
    open === 0 ? strings.disputesContext : interpolate(strings.disputesContextOpen, { open: formatCount(open) });
  return (
    <Panel title={strings.disputes} context={context}>
      {objections?.length === 0 ? (
        <EmptyState title={strings.emptyTitle}>
          {onDecide === null ? strings.emptyText : strings.emptyTextAdmin}
        </EmptyState>
      ) : null}
      {objections && objections.length > 0 ? (
        <ul className={classes.list}>
          {objections.slice((page - 1) * ROWS, page * ROWS).map((objection) => (
            <ObjectionItem key={objection.id} objection={objection} onDecide={onDecide} />
          ))}
        </ul>
      ) : null}
      {objections && objections.length > 0 ? (
        <PageLinks
          noun={strings.dispute}
          page={page}
          limit={ROWS}
          total={objections.length}
          hrefOf={address.hrefOf}
          onPage={address.openPage}
        />
      ) : null}
      {error && !objections ? (
        <ErrorState
          what={strings.loadFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {objections || error ? null : <LinesSkeleton lines={3} />}
    </Panel>
  );
}

function ObjectionItem({ objection, onDecide }: { objection: Objection } & ObjectionsPanelProps) {
  const { state, outlet, day, reason, words, answer, customer, credited } = objection;
  const raised = {
    by: <EmailText address={objection.raised_by} />,
    at: <TimeText instant={objection.raised_at} toThe="minute" />,
  };
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <span>
          {interpolate(strings.disputedEvents, {
            outlet: <strong>{outlet}</strong>,
            day: formatDay(day),
            reason: REASON_WORDS[reason],
          })}{' '}
          <StateTag tone={TONES[state]}>{STATES[state]}</StateTag>
        </span>
        <p>{words}</p>
        {answer === '' ? null : <p>{interpolate(strings.answer, { answer })}</p>}
        <small>
          {customer === undefined
            ? interpolate(strings.raisedBy, raised)
            : interpolate(strings.raisedByCustomer, { ...raised, customer })}
          {credited === null ? null : ` ${interpolate(strings.credited, { amount: formatDollars(credited) })}`}
        </small>
      </div>
      {onDecide !== null && state === 'open' ? (
        <div className={classes.buttons}>
          <Button
            size="xs"
            onClick={() => onDecide(objection, true)}
            aria-label={interpolate(strings.acceptFor, { outlet, day: formatDay(day) })}
          >
            {strings.accept}
          </Button>
          <Button
            variant="default"
            size="xs"
            onClick={() => onDecide(objection, false)}
            aria-label={interpolate(strings.declineFor, { outlet, day: formatDay(day) })}
          >
            {strings.decline}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

/**
 * Returns the form for an objection to the invalid traffic of an outlet on one day. An administrator also chooses the
 * customer.
 */
function objectionPlan({ day, eui, outlet, reasons }: ObjectedRow, isForOthers: boolean): FormPlan {
  const choices = reasons.filter((reason) => reason !== 'over_budget');
  const shown = shownEui(eui);
  return {
    id: `object:${day}:${eui}`,
    title: strings.disputeTitle,
    context: interpolate(strings.disputeFormContext, { days: counted(OBJECTION_DAYS, NOUNS.day) }),
    submitLabel: strings.sendDispute,
    start: { day, eui, reason: choices[0] ?? '', words: '', ...(isForOthers ? { cid: '' } : {}) },
    fields: ({ draft, change, errors }) => (
      <>
        {isForOthers ? (
          <ObjectorField value={draft.cid ?? ''} error={errors.cid} onChange={(cid) => change({ cid })} />
        ) : null}
        <TextInput
          label={strings.outlet}
          value={shownEui(outlet) === shown ? shown : interpolate(strings.outletWithEui, { outlet, eui: shown })}
          error={errors.eui}
          readOnly
        />
        <TextInput
          label={strings.day}
          description={strings.dayHint}
          type="date"
          required
          value={draft.day ?? ''}
          error={errors.day}
          onChange={(event) => change({ day: event.currentTarget.value })}
        />
        <NativeSelect
          label={strings.reasonGiven}
          data={choices.map((reason) => ({ value: reason, label: REASON_WORDS[reason] }))}
          value={draft.reason ?? ''}
          error={errors.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
        <Textarea
          label={strings.explanation}
          required
          autosize
          minRows={4}
          maxLength={OBJECTION_LENGTH}
          data-autofocus
          value={draft.words ?? ''}
          error={errors.words}
          onChange={(event) => change({ words: event.currentTarget.value })}
        />
      </>
    ),
    submit: async (draft) => {
      const { day: on = '', eui: at = '', reason, words = '', cid = '' } = draft;
      const unnamed = strings.customerMissing;
      if (isForOthers && cid === '') throw new ApiError(400, unnamed, null, null, { cid: unnamed });
      await sendObjection({ day: on, eui: at, reason: reason as InvalidReason, words }, isForOthers ? cid : null);
      return isForOthers ? strings.disputeSentFor : strings.disputeSent;
    },
  };
}

/** Returns the form for an administrator's decision on an objection. */
const decisionPlan = ({ id, outlet, day }: Objection, isAccepted: boolean): FormPlan => ({
  id: `decide:${id}:${isAccepted}`,
  title: isAccepted ? strings.acceptTitle : strings.declineTitle,
  context: isAccepted
    ? interpolate(strings.acceptContext, { outlet, day: formatDay(day) })
    : interpolate(strings.declineContext, { outlet, day: formatDay(day) }),
  submitLabel: isAccepted ? strings.accept : strings.decline,
  start: { reason: '' },
  fields: ({ draft, change, errors }) => (
    <Textarea
      label={strings.reason}
      description={strings.reasonHint}
      required
      autosize
      minRows={3}
      maxLength={OBJECTION_LENGTH}
      data-autofocus
      value={draft.reason ?? ''}
      error={errors.reason}
      onChange={(event) => change({ reason: event.currentTarget.value })}
    />
  ),
  submit: async ({ reason = '' }) => {
    await sendDecision(id, isAccepted, reason);
    return isAccepted ? strings.disputeAccepted : strings.disputeDeclined;
  },
});

type ObjectorFieldProps = { value: string; error: string | undefined; onChange: (id: string) => void };

/** Selects the customer for whom an administrator objects, by part of the name. The server searches. */
function ObjectorField({ value, error, onChange }: ObjectorFieldProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [q] = useDebouncedValue(typed, 250);
  const { data } = useQuery(objectorsQuery(q === chosen?.label ? '' : q));
  const found = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isFound = chosen === null || found.some((one) => one.value === chosen.value);
  return (
    <Select
      label={strings.customer}
      withAsterisk
      searchable
      placeholder={strings.customerPlaceholder}
      nothingFoundMessage={strings.noMatch}
      data={isFound ? found : [chosen, ...found]}
      filter={({ options }) => options}
      value={value === '' ? null : value}
      onSearchChange={setTyped}
      error={error}
      onChange={(id, option) => {
        setChosen(id === null ? null : { value: id, label: option?.label ?? '' });
        onChange(id ?? '');
      }}
    />
  );
}
