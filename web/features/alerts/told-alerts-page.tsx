import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Alert } from '#contract/alerts.ts';
import { NEWS_RULES } from '#domain/alert-rules.ts';
import { formatCount } from '../../lib/formatters.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { useTableAddress } from '../../lib/table-search.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NextLink } from '../../ui/next-link.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { AlertRulesPanel } from './alert-rules-panel.tsx';
import { AlertWebhooksPanel } from './alert-webhooks-panel.tsx';
import classes from './alerts.module.css';
import { ALERTS_KEY, alertsQuery, sendSeen, takeInHand } from './alerts-api.ts';

const SHOWN = [
  { show: undefined, name: 'All' },
  { show: 'open', name: 'Open' },
  { show: 'ended', name: 'Ended' },
] as const;

/**
 * `/app/alerts`: current and past alerts, their acknowledgments, and the rules of notification
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
    // Refresh only the bell. The unread marks stay while the user reads the list.
    onSuccess: () => client.invalidateQueries({ queryKey: [...ALERTS_KEY, 'bell'] }),
  });
  const unread = data?.unread ?? 0;
  // An empty previous answer does not mean that the new one is empty.
  const isAwaited = data === undefined || (isPlaceholderData && data.data.length === 0);
  const see = useEffectEvent(() => isWatched && seeing.mutate());
  // Follows the server's unread count: at this point the list has shown those alerts.
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
          {/* The server creates this path, and it is relative to the product's address. */}
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
