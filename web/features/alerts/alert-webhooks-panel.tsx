import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertWebhook } from '#contract/alerts.ts';
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

type Call = AlertWebhook['calls'][number];

const newPlan = (onMade: (secret: string) => void): FormPlan => ({
  id: 'webhook',
  title: 'Have an address called',
  context: 'When an alert begins or ends. The secret that signs the calls is shown once, right after this.',
  submitLabel: 'Make webhook',
  start: { url: '' },
  fields: ({ draft, change, errors }) => (
    <TextInput
      label="Address"
      description="Begins with https://"
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
    return 'The webhook was made';
  },
});

const deletePlan = ({ id, url }: AlertWebhook): ConfirmedActionPlan => ({
  title: 'Delete webhook',
  confirmLabel: 'Delete',
  isDangerous: true,
  text: <p>{url} is called no more, also about what waits.</p>,
  run: async () => {
    await dropWebhook(id);
    return 'The webhook was deleted';
  },
});

const againPlan = ({ id }: Call): ConfirmedActionPlan => ({
  title: 'Call again',
  confirmLabel: 'Call',
  text: <p>The same call is made again; its id tells the receiver that it is the same.</p>,
  run: async () => {
    await callAgain(id);
    return 'It is called again in a moment';
  },
});

/** Addresses that receive a call when an alert starts or ends, with the results of the calls. */
export function AlertWebhooksPanel() {
  const { data, error, isFetching, refetch } = useQuery(alertWebhooksQuery);
  const [form, setForm] = useState<FormPlan | null>(null);
  const [act, setAct] = useState<ConfirmedActionPlan | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Panel
      title="Webhooks"
      context="Signed calls to addresses of yours"
      actions={
        <Button variant="default" onClick={() => setForm(newPlan(setSecret))}>
          New webhook
        </Button>
      }
    >
      {secret === null ? null : (
        <section role="status">
          <p>
            <strong>Copy the secret now.</strong> Nobody can show it again.
          </p>
          <Identifier value={secret} name="secret" whole />
        </section>
      )}
      {data?.length === 0 ? <EmptyState title="No webhooks">A pager or chat can be told here.</EmptyState> : null}
      {data && data.length > 0 ? (
        <ul className={classes.list} aria-label="Webhooks">
          {data.map((webhook) => (
            <li key={webhook.id}>
              <div className={classes.item}>
                <strong className={classes.words}>{webhook.url}</strong>
                <Button variant="default" onClick={() => setAct(deletePlan(webhook))}>
                  Delete
                </Button>
              </div>
              <Calls calls={webhook.calls} onAgain={(call) => setAct(againPlan(call))} />
            </li>
          ))}
        </ul>
      ) : null}
      {error && !data ? (
        <ErrorState
          what="The webhooks could not be loaded."
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

const STATUS = { queued: 'Waits', sent: 'Taken', failed: 'Given up' } as const;

function Calls({ calls, onAgain }: { calls: readonly Call[]; onAgain: (call: Call) => void }) {
  if (calls.length === 0) return <p>It was not called yet.</p>;
  return (
    <ul className={classes.list} aria-label="Calls">
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
              Call again
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
