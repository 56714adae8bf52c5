import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Notification } from '#contract/notifications.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { NOTIFICATIONS_KEY, sendRead } from '../../lib/read-notifications-api.ts';
import { useTableAddress } from '../../lib/table-search.ts';
import { todoQuery } from '../../lib/todo-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NextLink } from '../../ui/next-link.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { ChoicesPanel } from './choices-panel.tsx';
import classes from './notifications.module.css';
import { notificationsQuery } from './notifications-api.ts';
import { notificationsPageStrings as strings } from './notifications-strings.ts';

/** The page `/app/notifications`: what the user was notified about, and what the user chose to get. */
export function NotificationsPage() {
  return (
    <>
      <PageTitle title={strings.title} context={strings.context} />
      <div className={classes.panels}>
        <RecentPanel />
        <ChoicesPanel />
      </div>
    </>
  );
}

/** Returns the mutation that marks one notification, or all, as read. */
function useReading() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | undefined) => sendRead(id),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [...NOTIFICATIONS_KEY, 'list'] }),
        client.invalidateQueries({ queryKey: todoQuery.queryKey }),
      ]),
  });
}

function RecentPanel() {
  const { search } = useTableAddress();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(notificationsQuery(search));
  const reading = useReading();
  return (
    <Panel
      title={strings.recent}
      context={strings.recentContext}
      actions={
        (data?.unread ?? 0) > 0 ? (
          <Button variant="default" size="xs" loading={reading.isPending} onClick={() => reading.mutate(undefined)}>
            {strings.markAllRead}
          </Button>
        ) : null
      }
    >
      <StaleWhileRevalidating isKept={isPlaceholderData}>
        {data?.data.length === 0 ? <EmptyState title={strings.emptyTitle}>{strings.empty}</EmptyState> : null}
        {data && data.data.length > 0 ? (
          <ul className={classes.list}>
            {data.data.map((notification) => (
              <Item key={notification.id} notification={notification} />
            ))}
          </ul>
        ) : null}
      </StaleWhileRevalidating>
      {data && (data.next_cursor || search.cursor) ? (
        <p>
          <NextLink to="/app/notifications" search={search} cursor={data.next_cursor}>
            {strings.older}
          </NextLink>
        </p>
      ) : null}
      {error && !data ? (
        <ErrorState
          what={strings.notLoaded}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data || error ? null : <LinesSkeleton lines={4} />}
    </Panel>
  );
}

function Item({ notification: { id, title, detail, path, at, read } }: { notification: Notification }) {
  const reading = useReading();
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <span>
          {/* The server creates this path, relative to the product's URL. */}
          <a href={path} {...(read ? {} : { onClick: () => reading.mutate(id) })}>
            {title}
          </a>{' '}
          {read ? null : <StateTag>{strings.unread}</StateTag>}
        </span>
        {detail === '' ? null : <span>{detail}</span>}
        <small>
          <TimeText instant={at} toThe="minute" />
        </small>
      </div>
      {read ? null : (
        <Button
          variant="default"
          size="xs"
          loading={reading.isPending}
          aria-label={interpolate(strings.markReadNamed, { title })}
          onClick={() => reading.mutate(id)}
        >
          {strings.markRead}
        </Button>
      )}
    </li>
  );
}
