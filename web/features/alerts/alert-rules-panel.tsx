import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertRule, AlertRuleSettings, AlertRules, AlertWebhook } from '#contract/alerts.ts';
import { NOTIFIED_APART } from '#domain/alert-rules.ts';
import { counted } from '#domain/counted.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { readerTimeZone } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { readUser } from '../../lib/session.ts';
import { neededNumber } from '../../lib/typed-numbers.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Draft, type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { SettingsPanel } from '../../ui/settings-panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { RULE_WORDS } from './alert-words.ts';
import classes from './alerts.module.css';
import {
  ALERTS_KEY,
  alertRulesQuery,
  alertWebhooksQuery,
  callAgain,
  dropWebhook,
  makeWebhook,
  sendAlertRules,
} from './alerts-api.ts';
import { alertRulesPanelStrings as strings, alertWebhooksStrings as webhookStrings } from './alerts-strings.ts';

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

type Call = AlertWebhook['calls'][number];

const newPlan = (onMade: (secret: string) => void): FormPlan => ({
  id: 'webhook',
  title: webhookStrings.formTitle,
  context: webhookStrings.formContext,
  submitLabel: webhookStrings.saveWebhook,
  start: { url: '' },
  fields: ({ draft, change, errors }) => (
    <TextInput
      label={webhookStrings.url}
      description={webhookStrings.urlHint}
      type="url"
      required
      data-autofocus
      value={draft.url ?? ''}
      error={errors.url}
      onChange={(event) => change({ url: event.currentTarget.value })}
    />
  ),
  submit: async ({ url = '' }) => {
    const { secret } = await makeWebhook(url);
    onMade(secret);
    return webhookStrings.webhookAdded;
  },
});

const deletePlan = ({ id, url }: AlertWebhook): ConfirmedActionPlan => ({
  title: webhookStrings.deleteWebhook,
  confirmLabel: webhookStrings.delete,
  isDangerous: true,
  text: <p>{interpolate(webhookStrings.deleteText, { url })}</p>,
  run: async () => {
    await dropWebhook(id);
    return webhookStrings.webhookDeleted;
  },
});

const againPlan = ({ id }: Call): ConfirmedActionPlan => ({
  title: webhookStrings.resendTitle,
  confirmLabel: webhookStrings.send,
  text: <p>{webhookStrings.resendText}</p>,
  run: async () => {
    await callAgain(id);
    return webhookStrings.resent;
  },
});

/** URLs that are called when an alert starts or ends, with the results of those calls. */
export function AlertWebhooksPanel() {
  const { data, error, isFetching, refetch } = useQuery(alertWebhooksQuery);
  const [form, setForm] = useState<FormPlan | null>(null);
  const [act, setAct] = useState<ConfirmedActionPlan | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Panel
      title={webhookStrings.webhooks}
      context={webhookStrings.webhooksContext}
      actions={
        <Button variant="default" onClick={() => setForm(newPlan(setSecret))}>
          {webhookStrings.addWebhook}
        </Button>
      }
    >
      {secret === null ? null : (
        <section role="status">
          <p>{interpolate(webhookStrings.secretNote, { copySecret: <strong>{webhookStrings.copySecret}</strong> })}</p>
          <Identifier value={secret} name="secret" whole />
        </section>
      )}
      {data?.length === 0 ? (
        <EmptyState title={webhookStrings.webhooksEmptyTitle}>{webhookStrings.webhooksEmpty}</EmptyState>
      ) : null}
      {data && data.length > 0 ? (
        <ul className={classes.list} aria-label={webhookStrings.webhooks}>
          {data.map((webhook) => (
            <li key={webhook.id}>
              <div className={classes.item}>
                <strong className={classes.words}>{webhook.url}</strong>
                <Button variant="default" onClick={() => setAct(deletePlan(webhook))}>
                  {webhookStrings.delete}
                </Button>
              </div>
              <Calls calls={webhook.calls} onAgain={(call) => setAct(againPlan(call))} />
            </li>
          ))}
        </ul>
      ) : null}
      {error && !data ? (
        <ErrorState
          what={webhookStrings.webhooksFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data || error ? null : <LinesSkeleton lines={3} />}
      <SchemaForm plan={form} topic={ALERTS_KEY} onClose={() => setForm(null)} />
      <ConfirmedAction plan={act} topic={ALERTS_KEY} onClose={() => setAct(null)} />
    </Panel>
  );
}

const STATUS = {
  queued: webhookStrings.pending,
  sent: webhookStrings.delivered,
  failed: webhookStrings.failed,
} as const;

function Calls({ calls, onAgain }: { calls: readonly Call[]; onAgain: (call: Call) => void }) {
  if (calls.length === 0) return <p>{webhookStrings.noCalls}</p>;
  return (
    <ul className={classes.list} aria-label={webhookStrings.calls}>
      {calls.map((call) => (
        <li key={call.id} className={classes.item}>
          <span className={classes.words}>
            <span>
              {STATUS[call.status]}: <TimeText instant={call.sent_at ?? call.created_at} />
            </span>
            {call.last_error === '' ? null : <small>{call.last_error}</small>}
          </span>
          {call.status === 'queued' ? null : (
            <Button variant="subtle" onClick={() => onAgain(call)}>
              {webhookStrings.resend}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
