import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertWebhook } from '#contract/alerts.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './alerts.module.css';
import { ALERTS_KEY, alertWebhooksQuery, callAgain, dropWebhook, makeWebhook } from './alerts-api.ts';
import { alertWebhooksPanelStrings as strings } from './alerts-strings.ts';

type Call = AlertWebhook['calls'][number];

const newPlan = (onMade: (secret: string) => void): FormPlan => ({
  id: 'webhook',
  title: strings.formTitle,
  context: strings.formContext,
  submitLabel: strings.saveWebhook,
  start: { url: '' },
  fields: ({ draft, change, errors }) => (
    <TextInput
      label={strings.url}
      description={strings.urlHint}
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
    return strings.webhookAdded;
  },
});

const deletePlan = ({ id, url }: AlertWebhook): ConfirmedActionPlan => ({
  title: strings.deleteWebhook,
  confirmLabel: strings.delete,
  isDangerous: true,
  text: <p>{interpolate(strings.deleteText, { url })}</p>,
  run: async () => {
    await dropWebhook(id);
    return strings.webhookDeleted;
  },
});

const againPlan = ({ id }: Call): ConfirmedActionPlan => ({
  title: strings.resendTitle,
  confirmLabel: strings.send,
  text: <p>{strings.resendText}</p>,
  run: async () => {
    await callAgain(id);
    return strings.resent;
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
      title={strings.webhooks}
      context={strings.webhooksContext}
      actions={
        <Button variant="default" onClick={() => setForm(newPlan(setSecret))}>
          {strings.addWebhook}
        </Button>
      }
    >
      {secret === null ? null : (
        <section role="status">
          <p>{interpolate(strings.secretNote, { copySecret: <strong>{strings.copySecret}</strong> })}</p>
          <Identifier value={secret} name="secret" whole />
        </section>
      )}
      {data?.length === 0 ? <EmptyState title={strings.webhooksEmptyTitle}>{strings.webhooksEmpty}</EmptyState> : null}
      {data && data.length > 0 ? (
        <ul className={classes.list} aria-label={strings.webhooks}>
          {data.map((webhook) => (
            <li key={webhook.id}>
              <div className={classes.item}>
                <strong className={classes.words}>{webhook.url}</strong>
                <Button variant="default" onClick={() => setAct(deletePlan(webhook))}>
                  {strings.delete}
                </Button>
              </div>
              <Calls calls={webhook.calls} onAgain={(call) => setAct(againPlan(call))} />
            </li>
          ))}
        </ul>
      ) : null}
      {error && !data ? (
        <ErrorState
          what={strings.webhooksFailed}
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

const STATUS = { queued: strings.pending, sent: strings.delivered, failed: strings.failed } as const;

function Calls({ calls, onAgain }: { calls: readonly Call[]; onAgain: (call: Call) => void }) {
  if (calls.length === 0) return <p>{strings.noCalls}</p>;
  return (
    <ul className={classes.list} aria-label={strings.calls}>
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
              {strings.resend}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
