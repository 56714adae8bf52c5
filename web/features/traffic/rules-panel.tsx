import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  PATTERN_RULES,
  type PatternMode,
  type PatternRule,
  TRIAL_DAYS,
  type TrafficRules,
  type TrafficTrial,
} from '#contract/traffic-rules.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { formatCount, formatCounted, formatDay, formatDollars } from '../../lib/formatters.ts';
import { typedNumber } from '../../lib/typed-numbers.ts';
import type { Draft, FormPlan } from '../../ui/schema-form.tsx';
import { SettingsPanel } from '../../ui/settings-panel.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './traffic.module.css';
import { rulesQuery, sendRules, sendTrial, TRAFFIC_KEY } from './traffic-api.ts';

/**
 * Shows the results that the typed rules would have had, before the user saves these rules. The trial can be canceled.
 */
function RulesTrial({ rulesOf }: { rulesOf: () => TrafficRules }) {
  const running = useRef<AbortController | null>(null);
  const trying = useMutation({
    meta: { errors: 'own' },
    mutationFn: async () => {
      running.current = new AbortController();
      return sendTrial(rulesOf(), running.current.signal);
    },
  });
  useEffect(() => () => running.current?.abort(), []);
  const giveUp = () => {
    running.current?.abort();
    trying.reset();
  };
  return (
    <section aria-label="Trial">
      {trying.isPending ? (
        <Button variant="default" onClick={giveUp}>
          Give up the trial
        </Button>
      ) : (
        <Button variant="default" onClick={() => trying.mutate()}>
          Try on the last {TRIAL_DAYS} days
        </Button>
      )}
      <div role="status">
        {trying.isPending ? <p>Day after day is read…</p> : null}
        {trying.data ? (
          <ul className={classes.list}>
            {trying.data.data.map((row) => (
              <li key={row.reason ?? ''}>
                {`${row.reason === null ? 'Counts' : REASON_WORDS[row.reason]}: ${formatCount(row.views_before)} → ${formatCounted(row.views_after, 'view')}, ${clicksOf(row)}${formatDollars(row.amount_before)} → ${formatDollars(row.amount_after)}`}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {trying.error ? <p role="alert">{trying.error.message}</p> : null}
    </section>
  );
}

/** Describes the change in clicks. Empty if there are no clicks. */
const clicksOf = ({ clicks_before: before, clicks_after: after }: TrafficTrial['data'][number]): string =>
  before + after === 0 ? '' : `${formatCount(before)} → ${formatCounted(after, 'click')}, `;

const ON_OFF = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];
/** The modes of a statistical rule, in words. */
const MODES: Readonly<Record<PatternMode, string>> = { off: 'Off', flag: 'Raise an alert', invalidate: 'Do not count' };
const MODE_CHOICES = Object.entries(MODES).map(([value, label]) => ({ value, label }));
const isMode = (value: string | undefined): value is PatternMode => value !== undefined && value in MODES;
const patternsOf = (draft: Draft): TrafficRules['patterns'] =>
  Object.fromEntries(
    PATTERN_RULES.map((rule): [PatternRule, PatternMode] => {
      const mode = draft[rule];
      return [rule, isMode(mode) ? mode : 'off'];
    }),
  ) as TrafficRules['patterns'];
const text = (value: number | null): string => (value === null ? '' : String(value));

const rulesOf = (draft: Draft): TrafficRules => ({
  visitor_seconds: typedNumber(draft.visitor_seconds ?? '', 'visitor_seconds'),
  outlet_pace: draft.outlet_pace === 'on',
  data_centre: draft.data_centre === 'on',
  silent_minutes: typedNumber(draft.silent_minutes ?? '', 'silent_minutes'),
  backfill_hours: typedNumber(draft.backfill_hours ?? '', 'backfill_hours'),
  patterns: patternsOf(draft),
});

const rulesPlan = (rules: TrafficRules): FormPlan => ({
  id: 'rules',
  title: 'Change the rules',
  context: 'They hold from now on. What was judged stays as it was judged.',
  submitLabel: 'Save rules',
  start: {
    visitor_seconds: text(rules.visitor_seconds),
    outlet_pace: rules.outlet_pace ? 'on' : 'off',
    data_centre: rules.data_centre ? 'on' : 'off',
    silent_minutes: text(rules.silent_minutes),
    backfill_hours: text(rules.backfill_hours),
    ...rules.patterns,
  },
  fields: ({ draft, change, errors }) => (
    <>
      <TextInput
        label="Seconds of ads for one visitor in an hour"
        description="More are invalid. Leave blank for no limit."
        inputMode="numeric"
        data-autofocus
        value={draft.visitor_seconds ?? ''}
        error={errors.visitor_seconds}
        onChange={(event) => change({ visitor_seconds: event.currentTarget.value })}
      />
      <NativeSelect
        label="Views too fast for the outlet"
        data={ON_OFF}
        value={draft.outlet_pace ?? ''}
        error={errors.outlet_pace}
        onChange={(event) => change({ outlet_pace: event.currentTarget.value })}
      />
      <NativeSelect
        label="Visitors’ addresses in data centers"
        data={ON_OFF}
        value={draft.data_centre ?? ''}
        error={errors.data_centre}
        onChange={(event) => change({ data_centre: event.currentTarget.value })}
      />
      <TextInput
        label="Minutes an outlet may be silent"
        description="Events of one that was silent for longer do not count. Empty: off"
        inputMode="numeric"
        value={draft.silent_minutes ?? ''}
        error={errors.silent_minutes}
        onChange={(event) => change({ silent_minutes: event.currentTarget.value })}
      />
      <TextInput
        label="Hours of contact before a late view"
        description="A view that arrives more than an hour late is invalid if nothing of its outlet arrived in the hours before it. Leave blank to turn it off."
        inputMode="numeric"
        value={draft.backfill_hours ?? ''}
        error={errors.backfill_hours}
        onChange={(event) => change({ backfill_hours: event.currentTarget.value })}
      />
      <fieldset className={classes.patterns}>
        <legend>Statistical rules</legend>
        {PATTERN_RULES.map((rule) => (
          <NativeSelect
            key={rule}
            label={REASON_WORDS[rule]}
            data={MODE_CHOICES}
            value={draft[rule] ?? ''}
            onChange={(event) => change({ [rule]: event.currentTarget.value })}
          />
        ))}
      </fieldset>
      <RulesTrial rulesOf={() => rulesOf(draft)} />
    </>
  ),
  submit: async (draft) => {
    await sendRules(rulesOf(draft));
    return 'The rules hold from now on';
  },
});

const words = ({
  visitor_seconds,
  outlet_pace,
  data_centre,
  silent_minutes,
  backfill_hours,
  patterns,
}: TrafficRules): string =>
  [
    visitor_seconds === null ? 'no limit for visitors' : `${visitor_seconds} seconds of ads per visitor and hour`,
    `pace of outlets ${outlet_pace ? 'on' : 'off'}`,
    `data centers ${data_centre ? 'on' : 'off'}`,
    silent_minutes === null ? 'silence off' : `silence of ${silent_minutes} minutes`,
    backfill_hours === null ? 'late views not checked' : `contact within ${backfill_hours} hours before late views`,
    ...PATTERN_RULES.map((rule) => `${REASON_WORDS[rule].toLowerCase()}: ${MODES[patterns[rule]].toLowerCase()}`),
  ].join(', ');

/** The current rules, and their versions with the start of each. */
export function RulesPanel() {
  return (
    <SettingsPanel
      title="Rules"
      context="Forged, expired and misplaced plays, repeated events and budgets are judged always"
      asked={useQuery(rulesQuery)}
      what="The rules"
      lines={3}
      changeLabel="Change rules"
      planOf={({ rules }) => rulesPlan(rules)}
      topic={TRAFFIC_KEY}
    >
      {({ data_centers: list, has_ranges: hasRanges, rules: now, unsigned_views: unsigned, versions }) => (
        <>
          <p>
            Now: {words(now)}. Views without a play{' '}
            {unsigned === 'count' ? 'count for every flight' : 'count only for flights that accept them'}.
          </p>
          <p>
            List of data centers: {formatCounted(list.ranges, 'range')} of {formatDay(list.date)} (
            <a href="https://db-ip.com">IP Geolocation by DB-IP</a>, RouteViews, NRO)
            {hasRanges ? ', with your own file' : ''}.{' '}
            <a href="/documentation/guides/traffic-method">How traffic is judged</a>
          </p>
          <ul className={classes.list} aria-label="Versions">
            {versions.map(({ from, by, rules }) => (
              <li key={from} className={classes.item}>
                <div className={classes.words}>
                  <span>{words(rules)}</span>
                  <small>
                    From <TimeText instant={from} /> by {by}
                  </small>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </SettingsPanel>
  );
}
