import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AlertRule, AlertRuleSettings, AlertRules } from '#contract/alerts.ts';
import { NOTIFIED_APART } from '#domain/alert-rules.ts';
import { counted, type Noun } from '#domain/counted.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { readerTimeZone } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { readUser } from '../../lib/session.ts';
import { neededNumber } from '../../lib/typed-numbers.ts';
import type { Draft, FormPlan } from '../../ui/schema-form.tsx';
import { SettingsPanel } from '../../ui/settings-panel.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './alerts.module.css';
import { ALERTS_KEY, alertRulesQuery, sendAlertRules } from './alerts-api.ts';
import { alertRulesPanelStrings as strings } from './alerts-strings.ts';

const HOW = [
  { value: 'mail', label: strings.inAppAndEmail },
  { value: 'bell', label: strings.inApp },
  { value: 'off', label: strings.off },
];
/** Each person chooses the emails of these rules, so the organization only turns them on or off. */
const HOW_APART = HOW.filter(({ value }) => value !== 'mail');
const isApart = (rule: AlertRule): boolean => readUser()?.role !== 'admin' && NOTIFIED_APART.includes(rule);
const howOf = ({ on, mail, rule }: AlertRuleSettings): string => {
  if (!on) return 'off';
  return mail && !isApart(rule) ? 'mail' : 'bell';
};
const howInWords = (rule: AlertRuleSettings): string => HOW.find(({ value }) => value === howOf(rule))?.label ?? '';
const MUTES = [
  { value: '', label: strings.noChange },
  { value: '0', label: strings.notMuted },
  { value: '1', label: strings.mutedForHour },
  { value: '24', label: strings.mutedForDay },
  { value: '168', label: strings.mutedForWeek },
];

/** Returns the server's name for a rule's field, so that the server's errors appear beside the field. */
const ruleField = (at: number): string => `rules.${at}.rule`;
const thresholdField = (at: number): string => `rules.${at}.threshold`;

function rulesOf(before: AlertRules, draft: Draft): AlertRules {
  const [from, to] = [minuteOf(draft['quiet.from'] ?? ''), minuteOf(draft['quiet.to'] ?? '')];
  const hours = Number(draft.mute);
  const muted = hours === 0 ? null : new Date(Date.now() + hours * HOUR_MS).toISOString();
  return {
    rules: before.rules.map((rule, at) => ({
      ...rule,
      on: draft[ruleField(at)] !== 'off',
      mail: isApart(rule.rule) ? rule.mail : draft[ruleField(at)] === 'mail',
      threshold: rule.threshold === null ? null : neededNumber(draft[thresholdField(at)] ?? '', thresholdField(at)),
      muted_until: draft.mute === '' || draft.mute === undefined ? rule.muted_until : muted,
    })),
    quiet: from === null || to === null ? null : { from, to, time_zone: draft['quiet.time_zone'] ?? '' },
  };
}

const rulesPlan = (rules: AlertRules): FormPlan => ({
  id: 'alert-rules',
  title: strings.formTitle,
  context: strings.formContext,
  submitLabel: strings.save,
  start: {
    ...Object.fromEntries(
      rules.rules.flatMap((rule, at) => [
        [ruleField(at), howOf(rule)],
        ...(rule.threshold === null ? [] : [[thresholdField(at), String(rule.threshold)]]),
      ]),
    ),
    mute: '',
    'quiet.from': rules.quiet === null ? '' : clockOf(rules.quiet.from),
    'quiet.to': rules.quiet === null ? '' : clockOf(rules.quiet.to),
    'quiet.time_zone': rules.quiet?.time_zone ?? readerTimeZone(),
  },
  fields: ({ draft, change, errors }) => (
    <>
      {rules.rules.map(({ rule, threshold }, at) => (
        <div key={rule}>
          <NativeSelect
            label={RULE_WORDS[rule].name}
            data={isApart(rule) ? HOW_APART : HOW}
            description={isApart(rule) ? strings.mailApart : undefined}
            value={draft[ruleField(at)] ?? ''}
            error={errors[ruleField(at)]}
            onChange={(event) => change({ [ruleField(at)]: event.currentTarget.value })}
          />
          {threshold === null ? null : (
            <TextInput
              label={thresholdLabel(rule)}
              inputMode="numeric"
              value={draft[thresholdField(at)] ?? ''}
              error={errors[thresholdField(at)]}
              onChange={(event) => change({ [thresholdField(at)]: event.currentTarget.value })}
            />
          )}
        </div>
      ))}
      <NativeSelect
        label={strings.allAlerts}
        data={MUTES}
        value={draft.mute ?? ''}
        onChange={(event) => change({ mute: event.currentTarget.value })}
      />
      <TextInput
        label={strings.noEmailsFrom}
        description={strings.noEmailsFromHint}
        type="time"
        value={draft['quiet.from'] ?? ''}
        error={errors['quiet.from']}
        onChange={(event) => change({ 'quiet.from': event.currentTarget.value })}
      />
      <TextInput
        label={strings.until}
        type="time"
        value={draft['quiet.to'] ?? ''}
        error={errors['quiet.to']}
        onChange={(event) => change({ 'quiet.to': event.currentTarget.value })}
      />
      <TextInput
        label={strings.timeZone}
        value={draft['quiet.time_zone'] ?? ''}
        error={errors['quiet.time_zone']}
        onChange={(event) => change({ 'quiet.time_zone': event.currentTarget.value })}
      />
    </>
  ),
  submit: async (draft) => {
    await sendAlertRules(rulesOf(rules, draft));
    return strings.saved;
  },
});

/** The organization's alert settings: which alerts it receives, their thresholds, and how the alerts are sent. */
export function AlertRulesPanel({ canChange }: { canChange: boolean }) {
  const asked = useQuery(alertRulesQuery);
  const quiet = asked.data?.quiet;
  return (
    <SettingsPanel
      title={strings.title}
      context={quiet ? quietWords(quiet) : strings.contextAnyTime}
      asked={asked}
      what={strings.ruleNoun}
      lines={4}
      changeLabel={strings.change}
      planOf={canChange ? rulesPlan : null}
      topic={ALERTS_KEY}
    >
      {({ rules }) => (
        <ul className={classes.list} aria-label={strings.rules}>
          {rules.map((rule) => (
            <li key={rule.rule} className={classes.words}>
              <span>{ruleInWords(rule)}</span>
              <small>
                {rule.muted_until === null || Date.parse(rule.muted_until) < Date.now()
                  ? howInWords(rule)
                  : interpolate(strings.howMutedUntil, {
                      how: howInWords(rule),
                      time: <TimeText instant={rule.muted_until} toThe="minute" />,
                    })}
              </small>
            </li>
          ))}
        </ul>
      )}
    </SettingsPanel>
  );
}

const quietWords = ({ from, to, time_zone: zone }: NonNullable<AlertRules['quiet']>): string =>
  interpolate(strings.noEmailsFromTo, { from: clockOf(from), to: clockOf(to), zone });

const two = (value: number): string => String(value).padStart(2, '0');

/** Formats minutes since midnight as '07:30'. */
export const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** Parses '07:30' to minutes since midnight. Null if the text is not a time. */
export function minuteOf(clock: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(clock) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

type RuleWords = {
  readonly name: string /** The unit of the threshold; null if the rule has none. */;
  readonly unit: Noun | null;
};

/** Display names of the alert rules. */
const RULE_WORDS: Readonly<Record<AlertRule, RuleWords>> = {
  outlet_silent: { name: strings.outletOffline, unit: strings.minutes },
  venue_silent: { name: strings.venueOffline, unit: null },
  fault: { name: strings.outletFault, unit: null },
  meter_implausible: { name: strings.implausibleReadings, unit: strings.readingsPerDay },
  flight_behind: { name: strings.flightBehind, unit: strings.percent },
  budget_used: { name: strings.budgetNearlyUsed, unit: strings.percent },
  nothing_to_show: { name: strings.noCreative, unit: null },
  flight_over: { name: strings.flightOver, unit: null },
  views_low: { name: strings.fewViews, unit: strings.percent },
  traffic_pattern: { name: strings.botTraffic, unit: null },
  invalid_share: { name: strings.highInvalidTraffic, unit: strings.percent },
  document_final: { name: strings.documentFinal, unit: null },
  payout_returned: { name: strings.payoutReturned, unit: null },
  ingestion_stopped: { name: strings.noEvents, unit: strings.minutes },
  disk_low: { name: strings.diskLow, unit: null },
  clock_wrong: { name: strings.clockWrong, unit: null },
  mail_failing: { name: strings.emailFailing, unit: strings.minutes },
};

const thresholdLabel = (rule: AlertRule): string => {
  const { name, unit } = RULE_WORDS[rule];
  return unit === null ? name : interpolate(strings.thresholdLabel, { rule: name, unit: unit.other });
};

/** Describes a rule with its threshold: 'Outlet offline: 60 minutes'. */
function ruleInWords({ rule, threshold }: AlertRuleSettings): string {
  const { name, unit } = RULE_WORDS[rule];
  if (threshold === null || unit === null) return name;
  return interpolate(strings.ruleWithThreshold, { rule: name, threshold: counted(threshold, unit) });
}
