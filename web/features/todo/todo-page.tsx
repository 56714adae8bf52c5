import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TodoGroup, TodoItem, TodoKind } from '#contract/todo.ts';
import { formatCount, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { NOTIFICATIONS_KEY, sendRead } from '../../lib/read-notifications-api.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { todoKindStrings } from '../../lib/todo-kinds-strings.ts';
import { todoQuery } from '../../lib/todo-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { plainButtonClass } from '../../ui/plain-button.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { showToast } from '../../ui/toast.ts';
import { showUndoToast } from '../../ui/undo-toast.tsx';
import classes from './todo.module.css';
import { sendAcknowledged, undoAcknowledged } from './todo-api.ts';
import { todoPageStrings as strings } from './todo-strings.ts';

/** The page `/admin/todo` and `/app/todo`: everything that waits for the user, by kind. */
export function TodoPage() {
  const { data, error, isFetching, refetch } = useQuery({ ...todoQuery, meta: {} });
  const retry = () => void refetch();
  return (
    <>
      <PageTitle title={strings.title} context={strings.context} />
      {data === undefined && error !== null ? (
        <ErrorState what={strings.notLoaded} message={error.message} onRetry={retry} isRetrying={isFetching} />
      ) : null}
      {data === undefined && error === null ? <LinesSkeleton lines={8} /> : null}
      {data?.data.length === 0 ? <EmptyState title={strings.emptyTitle}>{strings.emptyText}</EmptyState> : null}
      <div className={classes.groups}>
        {data?.data.map((group) => (
          <Group key={group.kind} group={group} onRetry={retry} />
        ))}
      </div>
    </>
  );
}

function Group({ group: { kind, count, items }, onRetry }: { group: TodoGroup; onRetry: () => void }) {
  const [first] = items;
  const hidden = (count ?? 0) - items.length;
  return (
    <Panel title={todoKindStrings[kind].title} {...(count === null ? {} : { context: formatCount(count) })}>
      {count === null ? (
        <p className={classes.failed} role="alert">
          {strings.groupNotLoaded}
          <Button variant="default" size="xs" onClick={onRetry}>
            {strings.tryAgain}
          </Button>
        </p>
      ) : null}
      <ul className={classes.list}>
        {items.map((item) => (
          <Item key={item.id} kind={kind} item={item} />
        ))}
      </ul>
      {hidden > 0 && first !== undefined ? (
        <p className={classes.more}>
          <a href={listOf(kind, first)} className={plainButtonClass(true)}>
            {interpolate(strings.more, { count: formatCount(count ?? 0) })}
          </a>
        </p>
      ) : null}
    </Panel>
  );
}

/** Lists of the kinds whose items open elsewhere. The path of any other item, without its search, is its list. */
const LISTS: Readonly<Partial<Record<TodoKind, string>>> = {
  alert: '/app/alerts',
  flight_review: '/admin/campaigns/reviews',
  flight_change: '/admin/campaigns/reviews',
  returned_flight: '/app/campaigns',
  news: '/app/notifications',
};

const listOf = (kind: TodoKind, { path }: TodoItem): string => LISTS[kind] ?? path.split('?')[0] ?? path;

function Item({ kind, item }: { kind: TodoKind; item: TodoItem }) {
  const { name, about, amount, since, path } = item;
  const user = useCurrentUser();
  const canAct = user?.role === 'admin' || user?.standing === 'manager';
  const own = todoKindStrings[kind];
  const shown = name === '' ? (own.unnamed ?? own.title) : name;
  const details = [about, ...(amount === null ? [] : [formatDollars(amount)])].filter((text) => text !== '');
  return (
    <li className={classes.item}>
      <div className={classes.text}>
        <span>{shown}</span>
        {details.length === 0 && since === null ? null : (
          <small>
            {details.join(' · ')}
            {details.length > 0 && since !== null ? ' · ' : null}
            {since === null ? null : interpolate(strings.since, { since: <TimeText instant={since} toThe="minute" /> })}
          </small>
        )}
      </div>
      <div className={classes.buttons}>
        {kind === 'alert' && canAct ? <ActButton act={ACKNOWLEDGE} id={item.id} name={shown} /> : null}
        {kind === 'news' ? <ActButton act={MARK_READ} id={item.id} name={shown} /> : null}
        <Button
          variant="default"
          size="xs"
          aria-label={`${own.open}: ${shown}`}
          component="a"
          href={path}
          {...(kind === 'news' ? { onClick: () => void sendRead(item.id) } : {})}
        >
          {own.open}
        </Button>
      </div>
    </li>
  );
}

type Act = {
  readonly send: (id: string) => Promise<unknown>;
  /** Query keys that also change. */
  readonly key: readonly string[];
  readonly label: string;
  readonly named: string;
  readonly done: string;
  /** How to undo it, if that is possible. */
  readonly reverse?: { readonly send: (id: string) => Promise<unknown>; readonly done: string };
};

const ACKNOWLEDGE: Act = {
  send: sendAcknowledged,
  key: ['alerts'],
  label: strings.acknowledge,
  named: strings.acknowledgeOne,
  done: strings.acknowledged,
  reverse: { send: undoAcknowledged, done: strings.unacknowledged },
};

const MARK_READ: Act = {
  send: sendRead,
  key: NOTIFICATIONS_KEY,
  label: strings.markRead,
  named: strings.markReadOne,
  done: strings.markedRead,
};

/** Settles an item in place. */
function ActButton({ act, id, name }: { act: Act; id: string; name: string }) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: todoQuery.queryKey }),
      client.invalidateQueries({ queryKey: act.key }),
    ]);
  const acting = useMutation({
    mutationFn: () => act.send(id),
    onSuccess: () => {
      const { reverse } = act;
      if (reverse === undefined) return showToast({ kind: 'success', message: act.done });
      const undo = async () => {
        await reverse.send(id);
        return reverse.done;
      };
      showUndoToast({ message: act.done, undo }, refresh);
    },
    onSettled: refresh,
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={acting.isPending}
      aria-label={interpolate(act.named, { name })}
      onClick={() => acting.mutate()}
    >
      {act.label}
    </Button>
  );
}
