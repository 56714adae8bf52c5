import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TodoGroup, TodoItem, TodoKind } from '#contract/todo.ts';
import { formatCount, formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { todoKindStrings } from '../../lib/todo-kinds-strings.ts';
import { todoQuery } from '../../lib/todo-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { plainButtonClass } from '../../ui/plain-button.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
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
};

const listOf = (kind: TodoKind, { path }: TodoItem): string => LISTS[kind] ?? path.split('?')[0] ?? path;

function Item({ kind, item }: { kind: TodoKind; item: TodoItem }) {
  const { name, about, amount, since, path } = item;
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
        {kind === 'alert' ? <AcknowledgeButton id={item.id} name={shown} /> : null}
        <Button variant="default" size="xs" aria-label={`${own.open}: ${shown}`} component="a" href={path}>
          {own.open}
        </Button>
      </div>
    </li>
  );
}

function AcknowledgeButton({ id, name }: { id: string; name: string }) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: todoQuery.queryKey }),
      client.invalidateQueries({ queryKey: ['alerts'] }),
    ]);
  const acknowledge = useMutation({
    mutationFn: () => sendAcknowledged(id),
    onSuccess: () => {
      const undo = async () => {
        await undoAcknowledged(id);
        return strings.unacknowledged;
      };
      showUndoToast({ message: strings.acknowledged, undo }, refresh);
    },
    onSettled: refresh,
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={acknowledge.isPending}
      aria-label={interpolate(strings.acknowledgeOne, { name })}
      onClick={() => acknowledge.mutate()}
    >
      {strings.acknowledge}
    </Button>
  );
}
