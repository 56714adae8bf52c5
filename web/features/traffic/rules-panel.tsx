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
import { counted, NOUNS } from '#domain/counted.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { formatCount, formatDay, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { typedNumber } from '../../lib/typed-numbers.ts';
import type { Draft, FormPlan } from '../../ui/schema-form.tsx';
import { SettingsPanel } from '../../ui/settings-panel.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './traffic.module.css';
import { rulesQuery, sendRules, sendTrial, TRAFFIC_KEY } from './traffic-api.ts';
import { rulesPanelStrings as strings } from './traffic-strings.ts';

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
    <section aria-label={strings.test}>
      {trying.isPending ? (
        <Button variant="default" onClick={giveUp}>
          {strings.cancelTest}
        </Button>
      ) : (
        <Button variant="default" onClick={() => trying.mutate()}>
          {interpolate(strings.testRules, { days: counted(TRIAL_DAYS, NOUNS.day) })}
        </Button>
      )}
      <div role="status">
        {trying.isPending ? <p>{strings.testing}</p> : null}
        {trying.data ? (
          <ul className={classes.list}>
            {trying.data.data.map((row) => (
              <li key={row.reason ?? ''}>{testLine(row)}</li>
            ))}
          </ul>
        ) : null}
      </div>
      {trying.error ? <p role="alert">{trying.error.message}</p> : null}
    </section>
  );
}

/** Describes how one reason's events would change. Omits clicks if there are none. */
function testLine(row: TrafficTrial['data'][number]): string {
  const parts = {
    label: row.reason === null ? strings.valid : REASON_WORDS[row.reason],
    viewsBefore: formatCount(row.views_before),
    viewsAfter: counted(row.views_after, NOUNS.view),
    amountBefore: formatDollars(row.amount_before),
    amountAfter: formatDollars(row.amount_after),
  };
  if (row.clicks_before + row.clicks_after === 0) return interpolate(strings.testLine, parts);
  return interpolate(strings.testLineWithClicks, {
    ...parts,
    clicksBefore: formatCount(row.clicks_before),
    clicksAfter: counted(row.clicks_after, NOUNS.click),
  });
}

const ON_OFF = [
  { value: 'on', label: strings.on },
  { value: 'off', label: strings.off },
];
/** The modes of a statistical rule, in words. */
const MODES: Readonly<Record<PatternMode, string>> = {
  off: strings.off,
  flag: strings.modeFlag,
  invalidate: strings.modeInvalidate,
};
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
  title: strings.changeRulesTitle,
  context: strings.changeRulesContext,
  submitLabel: strings.saveRules,
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
        label={strings.visitorSeconds}
        description={strings.visitorSecondsHint}
        inputMode="numeric"
        data-autofocus
        value={draft.visitor_seconds ?? ''}
        error={errors.visitor_seconds}
        onChange={(event) => change({ visitor_seconds: event.currentTarget.value })}
      />
      <NativeSelect
        label={strings.outletPace}
        data={ON_OFF}
        value={draft.outlet_pace ?? ''}
        error={errors.outlet_pace}
        onChange={(event) => change({ outlet_pace: event.currentTarget.value })}
      />
      <NativeSelect
        label={strings.dataCenterCheck}
        data={ON_OFF}
        value={draft.data_centre ?? ''}
        error={errors.data_centre}
        onChange={(event) => change({ data_centre: event.currentTarget.value })}
      />
      <TextInput
        label={strings.silentMinutes}
        description={strings.silentMinutesHint}
        inputMode="numeric"
        value={draft.silent_minutes ?? ''}
        error={errors.silent_minutes}
        onChange={(event) => change({ silent_minutes: event.currentTarget.value })}
      />
      <TextInput
        label={strings.backfillHours}
        description={strings.backfillHoursHint}
        inputMode="numeric"
        value={draft.backfill_hours ?? ''}
        error={errors.backfill_hours}
        onChange={(event) => change({ backfill_hours: event.currentTarget.value })}
      />
      <fieldset className={classes.patterns}>
        <legend>{strings.statisticalRules}</legend>
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
    return strings.rulesSaved;
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
    visitor_seconds === null
      ? strings.visitorUnlimited
      : interpolate(strings.visitorLimit, { seconds: counted(visitor_seconds, strings.second) }),
    outlet_pace ? strings.outletPaceOn : strings.outletPaceOff,
    data_centre ? strings.dataCenterOn : strings.dataCenterOff,
    silent_minutes === null
      ? strings.contactCheckOff
      : interpolate(strings.contactCheckOn, { minutes: counted(silent_minutes, strings.minute) }),
    backfill_hours === null
      ? strings.lateCheckOff
      : interpolate(strings.lateCheckOn, { hours: counted(backfill_hours, strings.hour) }),
    ...PATTERN_RULES.map((rule) =>
      interpolate(strings.patternMode, {
        rule: REASON_WORDS[rule].toLowerCase(),
        mode: MODES[patterns[rule]].toLowerCase(),
      }),
    ),
  ].join(', ');

/** The current rules, and their versions with the start of each. */
export function RulesPanel() {
  return (
    <SettingsPanel
      title={strings.rules}
      context={strings.context}
      asked={useQuery(rulesQuery)}
      what={strings.rulesName}
      lines={3}
      changeLabel={strings.changeRules}
      planOf={({ rules }) => rulesPlan(rules)}
      topic={TRAFFIC_KEY}
    >
      {({ data_centers: list, has_ranges: hasRanges, rules: now, unsigned_views: unsigned, versions }) => (
        <>
          <p>
            {interpolate(unsigned === 'count' ? strings.currentUnsignedValid : strings.currentUnsignedChosen, {
              rules: words(now),
            })}
          </p>
          <p>
            {interpolate(hasRanges ? strings.dataCenterListOwn : strings.dataCenterList, {
              ranges: counted(list.ranges, NOUNS.range),
              date: formatDay(list.date),
              source: <a href="https://db-ip.com">{strings.dbIp}</a>,
            })}{' '}
            <a href="/documentation/guides/traffic-method">{strings.methodLink}</a>
          </p>
          <ul className={classes.list} aria-label={strings.versions}>
            {versions.map(({ from, by, rules }) => (
              <li key={from} className={classes.item}>
                <div className={classes.words}>
                  <span>{words(rules)}</span>
                  <small>{interpolate(strings.fromBy, { from: <TimeText instant={from} />, by })}</small>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </SettingsPanel>
  );
}
