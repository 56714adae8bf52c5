import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Notification, type NotificationChoice, notificationTerms } from '#contract/notifications.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { NOTIFICATIONS_KEY, sendRead } from '../../lib/read-notifications-api.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { todoQuery } from '../../lib/todo-query.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NextLink } from '../../ui/next-link.tsx';
import { PageNote } from '../../ui/page-note.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './notifications.module.css';
import { choicesQuery, notificationsQuery, saveChoice } from './notifications-api.ts';
import { ownNotificationsPageStrings as strings } from './notifications-strings.ts';

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

/** The table of kinds and channels. Each checkbox is saved when it changes. */
function ChoicesPanel() {
  const user = useCurrentUser();
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(choicesQuery);
  const saving = useMutation({
    meta: { errors: 'own' },
    mutationFn: saveChoice,
    // One after the other, so that two quick changes of a kind arrive in order.
    scope: { id: 'notification-choices' },
    onMutate: ({ kind, ...change }) =>
      client.setQueryData(
        choicesQuery.queryKey,
        (before) =>
          before && { data: before.data.map((choice) => (choice.kind === kind ? { ...choice, ...change } : choice)) },
      ),
    onSuccess: () => void showToast({ kind: 'success', message: strings.saved }),
    onError: () => client.invalidateQueries({ queryKey: choicesQuery.queryKey }),
  });
  const isFixed = user === null || user.demo || user.viewed_by !== '';
  return (
    <Panel title={strings.choices} context={strings.choicesContext}>
      {user?.demo ? <PageNote>{strings.demo}</PageNote> : null}
      <AlertMessage text={saving.error?.message ?? null} />
      {data ? (
        <table className={classes.choices} aria-label={strings.caption}>
          <thead>
            <tr>
              <th scope="col">{strings.event}</th>
              <th scope="col">{strings.inApp}</th>
              <th scope="col">{strings.email}</th>
            </tr>
          </thead>
          <tbody>
            {data.data.map((choice) => (
              <Choice
                key={choice.kind}
                choice={choice}
                isFixed={isFixed}
                onChange={(change) => saving.mutate({ kind: choice.kind, ...change })}
              />
            ))}
          </tbody>
        </table>
      ) : null}
      {error && !data ? (
        <ErrorState
          what={strings.choicesNotLoaded}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data || error ? null : <LinesSkeleton lines={8} />}
    </Panel>
  );
}

type ChoiceProps = {
  choice: NotificationChoice;
  isFixed: boolean;
  onChange: (change: { in_app: boolean } | { mail: boolean }) => void;
};

function Choice({ choice: { kind, in_app: inApp, mail, required }, isFixed, onChange }: ChoiceProps) {
  const { label, hint, inApp: terms } = notificationTerms(kind);
  const named = (channel: string) => interpolate(strings.choiceLabel, { channel, kind: label });
  return (
    <tr>
      <th scope="row">
        {label}
        <small>{hint}</small>
      </th>
      <td>
        {inApp === null ? (
          <span className={classes.fixed}>{terms === 'always' ? strings.underAlerts : strings.emailOnly}</span>
        ) : (
          <Checkbox
            className={classes.choice ?? ''}
            aria-label={named(strings.inApp)}
            checked={inApp}
            disabled={isFixed}
            onChange={(event) => onChange({ in_app: event.currentTarget.checked })}
          />
        )}
      </td>
      <td>
        {required ? (
          <span className={classes.fixed}>{strings.always}</span>
        ) : (
          <Checkbox
            className={classes.choice ?? ''}
            aria-label={named(strings.email)}
            checked={mail}
            disabled={isFixed}
            onChange={(event) => onChange({ mail: event.currentTarget.checked })}
          />
        )}
      </td>
    </tr>
  );
}
