import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Alert, AlertWebhook } from '#contract/alerts.ts';
import { NEWS_RULES } from '#domain/alert-rules.ts';
import { formatCount } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { NextLink } from '../../ui/next-link.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { AlertRulesPanel } from './alert-rules-panel.tsx';
import classes from './alerts.module.css';
import {
  ALERTS_KEY,
  alertsQuery,
  alertWebhooksQuery,
  callAgain,
  dropWebhook,
  makeWebhook,
  sendSeen,
  takeInHand,
} from './alerts-api.ts';
import { toldAlertsPageStrings as strings } from './alerts-strings.ts';

const SHOWN = [
  { show: undefined, name: strings.all },
  { show: 'open', name: strings.open },
  { show: 'ended', name: strings.endedFilter },
] as const;

/**
 * The page `/app/alerts`: current and past alerts, their acknowledgments, and the notification rules
 * (docs/business-rules.md#alerts).
 */
export function AlertsPage() {
  const user = useCurrentUser();
  const isManager = user?.role === 'admin' || (user?.standing === 'manager' && user.role !== '');
  return (
    <>
      <PageTitle title={strings.alerts} context={strings.context} />
      <div className={classes.panels}>
        <History canTake={isManager} isWatched={user?.viewed_by === ''} />
        <AlertRulesPanel canChange={isManager} />
        {isManager ? <AlertWebhooksPanel /> : null}
      </div>
    </>
  );
}

function History({ canTake, isWatched }: { canTake: boolean; isWatched: boolean }) {
  const { search } = useTableAddress();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(alertsQuery(search));
  const client = useQueryClient();
  const seeing = useMutation({
    mutationFn: sendSeen,
    meta: { errors: 'own' },
    // Refetch only the bell, so that the unread marks stay while the user reads the list.
    onSuccess: () => client.invalidateQueries({ queryKey: [...ALERTS_KEY, 'bell'] }),
  });
  const unread = data?.unread ?? 0;
  // If the previous result is empty, the new result may still contain alerts.
  const isAwaited = data === undefined || (isPlaceholderData && data.data.length === 0);
  const see = useEffectEvent(() => isWatched && seeing.mutate());
  // Marks all alerts as read when the server reports unread alerts, because the list has already shown these alerts.
  useEffect(() => {
    if (unread > 0) see();
  }, [unread]);
  return (
    <Panel title={strings.history} context={isPlaceholderData ? strings.newestFirstUpdating : strings.newestFirst}>
      <nav className={classes.shown} aria-label={strings.filter}>
        {SHOWN.map(({ show, name }) => (
          <Link
            key={name}
            to="/app/alerts"
            search={show === undefined ? {} : { show }}
            aria-current={search.show === show}
          >
            {show === 'open' && data ? interpolate(strings.openCount, { count: formatCount(data.open) }) : name}
          </Link>
        ))}
      </nav>
      <StaleWhileRevalidating isKept={isPlaceholderData}>
        {data && data.data.length === 0 && !isAwaited ? (
          <EmptyState title={strings.emptyTitle}>{strings.empty}</EmptyState>
        ) : null}
        {data && data.data.length > 0 ? (
          <ul className={classes.list} aria-label={strings.alerts}>
            {data.data.map((alert) => (
              <AlertItem key={alert.id} alert={alert} canTake={canTake} />
            ))}
          </ul>
        ) : null}
      </StaleWhileRevalidating>
      {data && (data.next_cursor || search.cursor) ? (
        <p>
          <NextLink to="/app/alerts" search={search} cursor={data.next_cursor}>
            {strings.olderAlerts}
          </NextLink>
        </p>
      ) : null}
      {error && !data ? (
        <ErrorState
          what={strings.alertsFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {isAwaited && !error ? <LinesSkeleton lines={6} /> : null}
    </Panel>
  );
}

function AlertItem({ alert, canTake }: { alert: Alert; canTake: boolean }) {
  const client = useQueryClient();
  const [isTaken, setTaken] = useState(alert.acknowledged_at !== null);
  const taking = useMutation({
    mutationFn: () => takeInHand(alert.id),
    onSuccess: async () => {
      setTaken(true);
      await client.invalidateQueries({ queryKey: ALERTS_KEY });
    },
  });
  const more = alert.affected_count - alert.affected.length;
  const names = alert.affected.map(({ name }) => name).join(', ');
  return (
    <li className={classes.item} data-unread={alert.unread}>
      <div className={classes.words}>
        <strong>
          {/* The server creates this path, relative to the product's URL. */}
          <a href={alert.path}>{alert.title}</a>
        </strong>
        {names === '' ? null : (
          <span>{more > 0 ? interpolate(strings.namesAndMore, { names, count: formatCount(more) }) : names}</span>
        )}
        <small>
          {alert.ended_at === null
            ? interpolate(isTaken ? strings.sinceAcknowledged : strings.since, {
                start: <TimeText instant={alert.raised_at} toThe="minute" />,
              })
            : interpolate(isTaken ? strings.endedAcknowledged : strings.ended, {
                start: <TimeText instant={alert.raised_at} toThe="minute" />,
                end: <TimeText instant={alert.ended_at} toThe="minute" />,
              })}
        </small>
      </div>
      {canTake && !NEWS_RULES.includes(alert.rule) && alert.ended_at === null && !isTaken ? (
        <Button
          variant="default"
          loading={taking.isPending}
          onClick={() => taking.mutate()}
          aria-label={interpolate(strings.acknowledgeAlert, { title: alert.title })}
        >
          {strings.acknowledge}
        </Button>
      ) : null}
    </li>
  );
}

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
function AlertWebhooksPanel() {
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
