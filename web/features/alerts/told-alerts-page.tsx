import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Alert, AlertWebhook } from '#contract/alerts.ts';
import { NEWS_RULES } from '#domain/alert-rules.ts';
import { formatCount } from '../../lib/formatters.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { useTableAddress } from '../../lib/table-search.ts';
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

const SHOWN = [
  { show: undefined, name: 'All' },
  { show: 'open', name: 'Open' },
  { show: 'ended', name: 'Ended' },
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
      <PageTitle title="Alerts" context="What is wrong, named once, until it is over" />
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
    <Panel title="History" context={isPlaceholderData ? 'Newest first · Updating…' : 'Newest first'}>
      <nav className={classes.shown} aria-label="Which alerts">
        {SHOWN.map(({ show, name }) => (
          <Link
            key={name}
            to="/app/alerts"
            search={show === undefined ? {} : { show }}
            aria-current={search.show === show}
          >
            {name}
            {show === 'open' && data ? ` (${formatCount(data.open)})` : ''}
          </Link>
        ))}
      </nav>
      <StaleWhileRevalidating isKept={isPlaceholderData}>
        {data && data.data.length === 0 && !isAwaited ? (
          <EmptyState title="Nothing is wrong">What begins is told here, by the bell and by mail.</EmptyState>
        ) : null}
        {data && data.data.length > 0 ? (
          <ul className={classes.list} aria-label="Alerts">
            {data.data.map((alert) => (
              <AlertItem key={alert.id} alert={alert} canTake={canTake} />
            ))}
          </ul>
        ) : null}
      </StaleWhileRevalidating>
      {data && (data.next_cursor || search.cursor) ? (
        <p>
          <NextLink to="/app/alerts" search={search} cursor={data.next_cursor}>
            Older alerts
          </NextLink>
        </p>
      ) : null}
      {error && !data ? (
        <ErrorState
          what="The alerts could not be loaded."
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
          <span>
            {names}
            {more > 0 ? ` and ${formatCount(more)} more` : ''}
          </span>
        )}
        <small>
          Since <TimeText instant={alert.raised_at} toThe="minute" />
          {alert.ended_at === null ? null : (
            <>
              , over <TimeText instant={alert.ended_at} toThe="minute" />
            </>
          )}
          {isTaken ? ', in hand' : ''}
        </small>
      </div>
      {canTake && !NEWS_RULES.includes(alert.rule) && alert.ended_at === null && !isTaken ? (
        <Button
          variant="default"
          loading={taking.isPending}
          onClick={() => taking.mutate()}
          aria-label={`Take in hand: ${alert.title}`}
        >
          Take in hand
        </Button>
      ) : null}
    </li>
  );
}

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

/** URLs that are called when an alert starts or ends, with the results of those calls. */
function AlertWebhooksPanel() {
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
