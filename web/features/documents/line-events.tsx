import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LINE_EVENTS_AT_ONCE, type LineEvent } from '#contract/documents.ts';
import { formatCounted } from '../../lib/formatters.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { exactly } from './document-words.tsx';
import classes from './documents.module.css';
import { lineEventsQuery } from './documents-api.ts';

const KINDS = { view: 'View', click: 'Click', burn: 'Burn' } as const;
const COLUMNS: readonly Column<LineEvent>[] = [
  { name: 'at', head: 'Time', isHeading: true, cell: ({ at }) => <TimeText instant={at} /> },
  { name: 'kind', head: 'Event', cell: ({ kind }) => KINDS[kind] },
  {
    name: 'id',
    head: 'Event ID',
    cell: ({ id: sent }) => (sent === '' ? '–' : <Identifier value={sent} name="event ID" />),
  },
  { name: 'micros', head: 'Amount', isNumber: true, cell: ({ micros }) => exactly(micros) },
];

const removedInWords = (removed: number): string =>
  `Retention removed ${formatCounted(removed, 'event')}. The line keeps ${removed === 1 ? 'its' : 'their'} count and amount.`;

type LineEventsProps = { id: string; line: number; title: string; knownOn: string | undefined };

/** The events of a line, oldest first. */
export function LineEvents({ id, line, title, knownOn }: LineEventsProps) {
  const [page, setPage] = useState(1);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(lineEventsQuery(id, line, page, knownOn));
  const removed = data?.removed ?? 0;
  const isAwaited = data === undefined || (isPlaceholderData && data.total === 0);
  return (
    <Panel title="Events" context={title} flush>
      {data?.total === 0 && !isAwaited ? (
        <EmptyState title={removed > 0 ? 'Events removed' : 'No events'}>
          {removed > 0 ? removedInWords(removed) : 'No single event is behind this line.'}
        </EmptyState>
      ) : null}
      {data && data.total > 0 ? (
        <>
          <DataTable
            caption="Events"
            columns={COLUMNS}
            rows={data.data}
            keyOf={(event) => `${event.at} ${event.kind} ${data.data.indexOf(event)}`}
            sort=""
            onSort={() => undefined}
            isStale={isPlaceholderData}
          />
          <div className={classes.steps}>
            <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
              Events before
            </Button>
            <span>
              {formatCounted(data.total, 'event')}
              {removed > 0 ? `. ${removedInWords(removed)}` : ''}
            </span>
            <Button
              variant="default"
              size="xs"
              disabled={page * LINE_EVENTS_AT_ONCE >= data.total}
              onClick={() => setPage(page + 1)}
            >
              Events after
            </Button>
          </div>
        </>
      ) : null}
      {error && !data ? (
        <ErrorState
          what="The events could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {isAwaited && !error ? <LinesSkeleton lines={4} /> : null}
    </Panel>
  );
}
