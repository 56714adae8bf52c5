import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AlertRule, AlertRuleSettings, AlertRules } from '#contract/alerts.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { readerTimeZone } from '../../lib/formatters.ts';
import { neededNumber } from '../../lib/typed-numbers.ts';
import type { Draft, FormPlan } from '../../ui/schema-form.tsx';
import { SettingsPanel } from '../../ui/settings-panel.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './alerts.module.css';
import { ALERTS_KEY, alertRulesQuery, sendAlertRules } from './alerts-api.ts';

const HOW = [
  { value: 'mail', label: 'By bell and mail' },
  { value: 'bell', label: 'By bell alone' },
  { value: 'off', label: 'Not at all' },
];
const howOf = ({ on, mail }: AlertRuleSettings): string => {
  if (!on) return 'off';
  return mail ? 'mail' : 'bell';
};
const MUTES = [
  { value: '', label: 'As it is' },
  { value: '0', label: 'Not muted' },
  { value: '1', label: 'Muted for an hour' },
  { value: '24', label: 'Muted for a day' },
  { value: '168', label: 'Muted for a week' },
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
      mail: draft[ruleField(at)] === 'mail',
      threshold: rule.threshold === null ? null : neededNumber(draft[thresholdField(at)] ?? '', thresholdField(at)),
      muted_until: draft.mute === '' || draft.mute === undefined ? rule.muted_until : muted,
    })),
    quiet: from === null || to === null ? null : { from, to, time_zone: draft['quiet.time_zone'] ?? '' },
  };
}

const rulesPlan = (rules: AlertRules): FormPlan => ({
  id: 'alert-rules',
  title: 'Change what is told',
  context: 'For everybody of your organisation. A mail comes at most once an hour for each kind.',
  submitLabel: 'Save',
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
            data={HOW}
            value={draft[ruleField(at)] ?? ''}
            error={errors[ruleField(at)]}
            onChange={(event) => change({ [ruleField(at)]: event.currentTarget.value })}
          />
          {threshold === null ? null : (
            <TextInput
              label={`${RULE_WORDS[rule].name}, ${RULE_WORDS[rule].unit}`}
              inputMode="numeric"
              value={draft[thresholdField(at)] ?? ''}
              error={errors[thresholdField(at)]}
              onChange={(event) => change({ [thresholdField(at)]: event.currentTarget.value })}
            />
          )}
        </div>
      ))}
      <NativeSelect
        label="All of them"
        data={MUTES}
        value={draft.mute ?? ''}
        onChange={(event) => change({ mute: event.currentTarget.value })}
      />
      <TextInput
        label="No mail from"
        description="Empty: mail at any hour"
        type="time"
        value={draft['quiet.from'] ?? ''}
        error={errors['quiet.from']}
        onChange={(event) => change({ 'quiet.from': event.currentTarget.value })}
      />
      <TextInput
        label="Until"
        type="time"
        value={draft['quiet.to'] ?? ''}
        error={errors['quiet.to']}
        onChange={(event) => change({ 'quiet.to': event.currentTarget.value })}
      />
      <TextInput
        label="Time zone"
        value={draft['quiet.time_zone'] ?? ''}
        error={errors['quiet.time_zone']}
        onChange={(event) => change({ 'quiet.time_zone': event.currentTarget.value })}
      />
    </>
  ),
  submit: async (draft) => {
    await sendAlertRules(rulesOf(rules, draft));
    return 'What is told was changed';
  },
});

/** The organization's alert settings: which alerts it receives, their thresholds, and how the alerts are sent. */
export function AlertRulesPanel({ canChange }: { canChange: boolean }) {
  const asked = useQuery(alertRulesQuery);
  const quiet = asked.data?.quiet;
  return (
    <SettingsPanel
      title="What is told"
      context={quiet ? quietWords(quiet) : 'Mail at any hour, at most once an hour for each kind'}
      asked={asked}
      what="The rules"
      lines={4}
      changeLabel="Change"
      planOf={canChange ? rulesPlan : null}
      topic={ALERTS_KEY}
    >
      {({ rules }) => (
        <ul className={classes.list} aria-label="Rules">
          {rules.map((rule) => (
            <li key={rule.rule} className={classes.words}>
              <span>
                {RULE_WORDS[rule.rule].name}
                {rule.threshold === null ? '' : `: ${rule.threshold} ${RULE_WORDS[rule.rule].unit}`}
              </span>
              <small>
                {HOW.find(({ value }) => value === howOf(rule))?.label}
                {rule.muted_until === null || Date.parse(rule.muted_until) < Date.now() ? null : (
                  <>
                    , muted until <TimeText instant={rule.muted_until} toThe="minute" />
                  </>
                )}
              </small>
            </li>
          ))}
        </ul>
      )}
    </SettingsPanel>
  );
}

const quietWords = ({ from, to, time_zone: zone }: NonNullable<AlertRules['quiet']>): string =>
  `No mail from ${clockOf(from)} to ${clockOf(to)} (${zone})`;

const two = (value: number): string => String(value).padStart(2, '0');

/** Formats minutes since midnight as '07:30'. */
export const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** Parses '07:30' to minutes since midnight. Null if the text is not a time. */
export function minuteOf(clock: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(clock) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

type RuleWords = { readonly name: string /** The unit of the threshold. */; readonly unit: string };

/** Display names of the alert rules. */
const RULE_WORDS: Readonly<Record<AlertRule, RuleWords>> = {
  outlet_silent: { name: 'An outlet is silent', unit: 'minutes' },
  venue_silent: { name: 'A whole venue is silent', unit: '' },
  fault: { name: 'An outlet reports a fault', unit: '' },
  meter_implausible: { name: 'A meter reports implausible readings', unit: 'readings a day' },
  flight_behind: { name: 'A flight is behind its plan', unit: 'percent' },
  budget_used: { name: 'A budget is nearly used', unit: 'percent' },
  nothing_to_show: { name: 'A live flight has no creative', unit: '' },
  flight_over: { name: 'A flight is spent, or about to end', unit: '' },
  views_low: { name: 'Views are far below the same weekdays', unit: 'percent' },
  traffic_pattern: { name: 'Traffic that looks like a bot', unit: '' },
  invalid_share: { name: 'Many views do not count', unit: 'percent' },
  document_final: { name: 'A document is final', unit: '' },
  payout_returned: { name: 'A payout is returned', unit: '' },
  ingestion_stopped: { name: 'Nothing comes in', unit: 'minutes' },
  disk_low: { name: 'The disk is low', unit: '' },
  clock_wrong: { name: 'The clock of a server is wrong', unit: '' },
  mail_failing: { name: 'Mails are not delivered', unit: 'minutes' },
};
