import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { Alert, AlertGroup } from '#contract/alerts.ts';
import { NEWS_RULES } from '#domain/alert-rules.ts';
import { counted } from '#domain/counted.ts';
import { formatCount } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useNow } from '../../lib/use-now.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { lengthInWords, RULE_WORDS, SEVERITY_WORDS } from './alert-words.ts';
import classes from './alerts.module.css';
import { groupAlertsQuery, type ToAcknowledge } from './alerts-api.ts';
import { alertGroupItemStrings as strings } from './alerts-strings.ts';

/** The selection of the page, and the action on it. Null if the user may not acknowledge. */
export type Selection = {
  readonly has: (key: string) => boolean;
  /** Selects a group, or one alert of the group `of`. */
  readonly set: (key: string, isSelected: boolean, of?: string) => void;
  readonly acknowledge: (what: ToAcknowledge) => void;
  readonly isPending: boolean;
};

export const keyOfGroup = ({ place, rule, state }: AlertGroup): string => `${place.id}/${rule}/${state}`;

/** Whether the alerts of the group can be acknowledged. News needs no acknowledgment. */
export const isWaiting = ({ rule, state }: Pick<AlertGroup, 'rule' | 'state'>): boolean =>
  state === 'open' && !NEWS_RULES.includes(rule);

/** Formats a group's name: 'Harbor Hotel · Outlet offline · 7 outlets'. */
function headingOf({ affected, place, rule }: AlertGroup): string {
  const words = RULE_WORDS[rule];
  const heading = { place: place.name === '' ? strings.installation : place.name, rule: words.name };
  return words.affected === null || affected === 0
    ? interpolate(strings.heading, heading)
    : interpolate(strings.headingAffected, { ...heading, affected: counted(affected, words.affected) });
}

/** Alerts of one place with the same cause. A group of several alerts opens to show them. */
export function AlertGroupItem({
  group,
  q,
  selection,
}: {
  group: AlertGroup;
  q: string | undefined;
  selection: Selection | null;
}) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const heading = headingOf(group);
  const key = keyOfGroup(group);
  const { alert, place, rule, severity, state } = group;
  const chosen = selection !== null && isWaiting(group) ? selection : null;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li className={classes.group}>
      <div className={classes.row} data-chosen={chosen?.has(key)}>
        {chosen === null ? null : (
          <Checkbox
            checked={chosen.has(key)}
            onChange={(event) => chosen.set(key, event.currentTarget.checked)}
            aria-label={interpolate(strings.select, { title: heading })}
          />
        )}
        <div className={classes.words}>
          <span className={classes.marks}>
            <StateTag tone={SEVERITY_WORDS[severity].tone}>{SEVERITY_WORDS[severity].name}</StateTag>
            {state === 'acknowledged' ? <StateTag>{strings.acknowledged}</StateTag> : null}
            {group.unread > 0 ? <StateTag tone="good">{strings.unread}</StateTag> : null}
          </span>
          {alert === null ? (
            <button
              type="button"
              className={classes.opener}
              aria-expanded={isOpen}
              aria-controls={listId}
              onClick={() => setOpen(!isOpen)}
            >
              <Chevron size={16} stroke={1.75} aria-hidden="true" />
              <strong>{heading}</strong>
            </button>
          ) : (
            <strong>{heading}</strong>
          )}
          {alert === null ? null : <AlertText alert={alert} />}
          <SinceText {...group} />
        </div>
        {chosen === null ? null : (
          <Button
            variant="default"
            disabled={chosen.isPending}
            onClick={() => chosen.acknowledge({ ids: [], groups: [{ place: place.id, rule }] })}
            aria-label={interpolate(strings.acknowledgeNamed, { title: heading })}
          >
            {group.alerts === 1 ? strings.acknowledge : strings.acknowledgeAll}
          </Button>
        )}
      </div>
      <div id={listId}>{isOpen ? <GroupAlerts group={group} q={q} selection={chosen} /> : null}</div>
    </li>
  );
}

const FIRST = 20;
const MOST = 100;

function GroupAlerts({
  group,
  q,
  selection,
}: {
  group: AlertGroup;
  q: string | undefined;
  selection: Selection | null;
}) {
  const [limit, setLimit] = useState(FIRST);
  const { data, error, isFetching, refetch } = useQuery(groupAlertsQuery(group, q, limit));
  const of = keyOfGroup(group);
  if (error && !data)
    return (
      <ErrorState
        what={strings.alertsFailed}
        message={error.message}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (data === undefined) return <p role="status">{strings.loading}</p>;
  return (
    <>
      <ul className={classes.members} aria-label={headingOf(group)}>
        {data.data.map((alert) => (
          <li key={alert.id} className={classes.row}>
            {selection === null ? null : (
              <Checkbox
                checked={selection.has(of) || selection.has(alert.id)}
                disabled={selection.has(of)}
                onChange={(event) => selection.set(alert.id, event.currentTarget.checked, of)}
                aria-label={interpolate(strings.select, { title: alert.title })}
              />
            )}
            <div className={classes.words}>
              <AlertText alert={alert} />
              <SinceText {...alert} />
            </div>
            {selection === null ? null : (
              <Button
                variant="subtle"
                disabled={selection.isPending}
                onClick={() => selection.acknowledge({ ids: [alert.id], groups: [] })}
                aria-label={interpolate(strings.acknowledgeNamed, { title: alert.title })}
              >
                {strings.acknowledge}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.next_cursor === null ? null : (
        <p className={classes.more}>
          {limit < MOST ? (
            <Button variant="default" loading={isFetching} onClick={() => setLimit(MOST)}>
              {strings.showMore}
            </Button>
          ) : (
            interpolate(strings.onlyNewest, { count: MOST })
          )}
        </p>
      )}
    </>
  );
}

/** An alert's sentence, which leads to its details, and the names of what it affects. */
function AlertText({ alert: { affected, affected_count: count, path, title } }: { alert: Alert }) {
  const names = affected.map(({ name }) => name).join(', ');
  const more = count - affected.length;
  const isNamed = affected.length === 1 && title.includes(names);
  return (
    <>
      {/* The server creates this path, relative to the product's URL. */}
      <a href={path}>{title}</a>
      {names === '' || isNamed ? null : (
        <span>{more > 0 ? interpolate(strings.namesAndMore, { names, count: formatCount(more) }) : names}</span>
      )}
    </>
  );
}

type Times = Pick<Alert, 'rule' | 'since' | 'raised_at' | 'ended_at'>;

/** When the problem began, or when a check found it if its beginning is unknown, and for how long it lasts. */
function SinceText({ ended_at: end, raised_at: found, rule, since }: Times): ReactNode {
  const nowMs = useNow();
  const start = <TimeText instant={since ?? found} toThe="minute" />;
  const length = lengthInWords((end === null ? nowMs : Date.parse(end)) - Date.parse(since ?? found));
  if (end !== null)
    return (
      <small>{interpolate(strings.over, { start, end: <TimeText instant={end} toThe="minute" />, length })}</small>
    );
  if (since === null) return <small>{interpolate(strings.found, { start, length })}</small>;
  return <small>{interpolate(strings.sinceLength, { words: RULE_WORDS[rule].since, start, length })}</small>;
}
