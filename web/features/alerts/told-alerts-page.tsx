import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { ALERT_RULES, ALERT_SEVERITIES, type AlertGroup, type AlertState } from '#contract/alerts.ts';
import { RULE_TERMS } from '#domain/alert-rules.ts';
import { counted } from '#domain/counted.ts';
import { formatCount } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { todoQuery } from '../../lib/todo-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { TableToolbar } from '../../ui/table-toolbar.tsx';
import { AlertGroupItem, isWaiting, keyOfGroup, type Selection } from './alert-group-item.tsx';
import { AlertRulesPanel, AlertWebhooksPanel } from './alert-rules-panel.tsx';
import { RULE_WORDS, SEVERITY_WORDS } from './alert-words.ts';
import classes from './alerts.module.css';
import { ALERTS_KEY, acknowledge, alertGroupsQuery, sendSeen, type ToAcknowledge } from './alerts-api.ts';
import { toldAlertsPageStrings as strings } from './alerts-strings.ts';

type Counts = { readonly open: number; readonly acknowledged: number };

/** The states as links, each with the number of its alerts. The first one shows what is not over. */
const STATES: readonly { readonly state: AlertState | undefined; readonly label: (counts: Counts) => string }[] = [
  {
    state: undefined,
    label: ({ acknowledged, open }) => interpolate(strings.active, { count: formatCount(open + acknowledged) }),
  },
  { state: 'open', label: ({ open }) => interpolate(strings.open, { count: formatCount(open) }) },
  {
    state: 'acknowledged',
    label: ({ acknowledged }) => interpolate(strings.acknowledged, { count: formatCount(acknowledged) }),
  },
  { state: 'resolved', label: () => strings.resolved },
];

const SEVERITIES = ALERT_SEVERITIES.map((value) => ({ value, label: SEVERITY_WORDS[value].name }));
const SORTS = [
  { value: 'since', label: strings.oldestFirst },
  { value: '-since', label: strings.newestFirst },
  { value: 'place', label: strings.byPlace },
];

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
        <AlertGroupsPanel canTake={isManager} isWatched={user?.viewed_by === ''} />
        <AlertRulesPanel canChange={isManager} />
        {isManager ? <AlertWebhooksPanel /> : null}
      </div>
    </>
  );
}

/** Marks all alerts as read when the server reports unread alerts, because the list has already shown these alerts. */
function useSeen(unread: number, isWatched: boolean): void {
  // Refetches nothing, so that the unread marks stay while the user reads the list.
  const seeing = useMutation({ mutationFn: sendSeen, meta: { errors: 'own' } });
  const see = useEffectEvent(() => isWatched && seeing.mutate());
  useEffect(() => {
    if (unread > 0) see();
  }, [unread]);
}

/** The selected groups and alerts on the page. What is no longer on the page is no longer selected. */
function useSelection(groups: readonly AlertGroup[]) {
  // Each key with the group of an alert, or null for a group.
  const [keys, setKeys] = useState<ReadonlyMap<string, string | null>>(new Map());
  const waiting = new Map(groups.filter(isWaiting).map((group) => [keyOfGroup(group), group]));
  const chosen = [...waiting].filter(([key]) => keys.has(key)).map(([, group]) => group);
  const ids = [...keys].flatMap(([id, of]) => (of !== null && waiting.has(of) && !keys.has(of) ? [id] : []));
  return {
    count: chosen.reduce((sum, { alerts }) => sum + alerts, 0) + ids.length,
    what: { ids, groups: chosen.map(({ place, rule }) => ({ place: place.id, rule })) } satisfies ToAcknowledge,
    has: (key: string) => keys.has(key),
    set: (key: string, isSelected: boolean, of: string | null = null) => {
      const next = new Map(keys);
      if (isSelected) next.set(key, of);
      else next.delete(key);
      setKeys(next);
    },
    setAll: (isSelected: boolean) =>
      setKeys(new Map(isSelected ? [...waiting.keys()].map((key) => [key, null] as const) : [])),
    isAll: waiting.size > 0 && chosen.length === waiting.size,
    canSelect: waiting.size > 0,
  };
}

/** Current and past alerts, grouped by place and cause, with search, filters and acknowledgment of several at once. */
function AlertGroupsPanel({ canTake, isWatched }: { canTake: boolean; isWatched: boolean }) {
  const { search, change, openPage, hrefOf } = useTableAddress();
  const answer = useQuery(alertGroupsQuery(search));
  const { data, error, isPlaceholderData } = answer;
  const client = useQueryClient();
  const selection = useSelection(data?.data ?? []);
  const taking = useMutation({
    // A group on the page has only the alerts that the search finds.
    mutationFn: (what: ToAcknowledge) => acknowledge({ ...what, ...(search.q === undefined ? {} : { q: search.q }) }),
    onSuccess: async () => {
      selection.setAll(false);
      await client.invalidateQueries({ queryKey: ALERTS_KEY });
      void client.invalidateQueries({ queryKey: todoQuery.queryKey });
    },
  });
  useSeen(data?.unread ?? 0, isWatched);
  const actions: Selection | null = canTake
    ? { has: selection.has, set: selection.set, acknowledge: taking.mutate, isPending: taking.isPending }
    : null;
  // If the previous result is empty, the new result may still contain alerts.
  const isAwaited = data === undefined || (isPlaceholderData && data.data.length === 0);
  return (
    <Panel label={strings.alerts} flush>
      <StateLinks state={search.state} counts={data ?? { open: 0, acknowledged: 0 }} />
      <AlertsToolbar search={search} change={change} />
      {taking.data === undefined ? null : <Outcome {...taking.data} />}
      {canTake && selection.canSelect ? (
        <SelectionBar selection={selection} isPending={taking.isPending} onTake={() => taking.mutate(selection.what)} />
      ) : null}
      {error && !data ? (
        <ErrorState
          what={strings.alertsFailed}
          message={error.message}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        />
      ) : null}
      {isAwaited && !error ? (
        <div className={classes.loading}>
          <LinesSkeleton lines={6} />
        </div>
      ) : null}
      {data === undefined || isAwaited ? null : (
        <StaleWhileRevalidating isKept={isPlaceholderData}>
          {data.data.length === 0 ? <NoAlerts search={search} change={change} /> : null}
          <ul className={classes.groups} aria-label={strings.alerts}>
            {data.data.map((group) => (
              <AlertGroupItem key={keyOfGroup(group)} group={group} q={search.q} selection={actions} />
            ))}
          </ul>
          <PageLinks
            noun={strings.groups}
            page={data.page}
            limit={data.limit}
            total={data.total}
            hrefOf={hrefOf}
            onPage={openPage}
          />
        </StaleWhileRevalidating>
      )}
    </Panel>
  );
}

type Address = Pick<ReturnType<typeof useTableAddress>, 'search' | 'change'>;

function StateLinks({ state, counts }: { state: string | undefined; counts: Counts }) {
  return (
    <nav className={classes.shown} aria-label={strings.filter}>
      {STATES.map((one) => (
        <Link
          key={one.state ?? ''}
          to="/app/alerts"
          search={(one.state === undefined ? {} : { state: one.state }) as never}
          aria-current={state === one.state}
          data-current={state === one.state}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {one.label(counts)}
        </Link>
      ))}
    </nav>
  );
}

function AlertsToolbar({ search, change }: Address) {
  const role = useCurrentUser()?.role;
  const rules = ALERT_RULES.filter(
    (rule) => (role !== 'property' && role !== 'advertiser') || RULE_TERMS[rule].of.includes(role),
  );
  return (
    <TableToolbar
      searchLabel={strings.search}
      q={search.q ?? ''}
      filters={[
        {
          name: 'rule',
          label: strings.rule,
          all: strings.allRules,
          value: search.rule ?? '',
          choices: rules.map((value) => ({ value, label: RULE_WORDS[value].name })),
        },
        {
          name: 'severity',
          label: strings.severity,
          all: strings.allSeverities,
          value: search.severity ?? '',
          choices: SEVERITIES,
        },
        { name: 'sort', label: strings.sort, all: strings.bySeverity, value: search.sort ?? '', choices: SORTS },
      ]}
      sorts={[]}
      sort=""
      onChange={change}
    />
  );
}

type BarProps = { selection: ReturnType<typeof useSelection>; isPending: boolean; onTake: () => void };

function SelectionBar({ selection, isPending, onTake }: BarProps) {
  const { count } = selection;
  return (
    <div className={classes.bar}>
      <Checkbox
        label={strings.selectAll}
        checked={selection.isAll}
        indeterminate={count > 0 && !selection.isAll}
        onChange={(event) => selection.setAll(event.currentTarget.checked)}
      />
      {count === 0 ? null : (
        <>
          <span role="status">{interpolate(strings.selected, { alerts: counted(count, strings.alertNoun) })}</span>
          <Button loading={isPending} onClick={onTake}>
            {strings.acknowledgeSelected}
          </Button>
          <Button variant="subtle" onClick={() => selection.setAll(false)}>
            {strings.clear}
          </Button>
        </>
      )}
    </div>
  );
}

/** What the last acknowledgment did, and which alerts it left out and why. */
function Outcome({ acknowledged, refused }: Awaited<ReturnType<typeof acknowledge>>) {
  return (
    <div className={classes.outcome} role="status">
      <p>{interpolate(strings.done, { alerts: counted(acknowledged, strings.alertNoun) })}</p>
      {refused.length === 0 ? null : (
        <ul>
          {refused.map(({ id, reason, title }) => (
            <li key={id}>{interpolate(strings.refused, { title: title === '' ? strings.anAlert : title, reason })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function NoAlerts({ search, change }: Address) {
  const isNarrowed = [search.q, search.rule, search.severity].some((value) => value !== undefined);
  if (!isNarrowed) return <EmptyState title={strings.emptyTitle}>{strings.empty}</EmptyState>;
  return (
    <EmptyState
      title={strings.noMatches}
      action={
        <Button variant="default" onClick={() => change({ q: '', rule: '', severity: '' })}>
          {strings.showAll}
        </Button>
      }
    >
      {strings.noMatchesHint}
    </EmptyState>
  );
}
