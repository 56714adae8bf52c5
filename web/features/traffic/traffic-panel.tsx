import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { INVALID_REASONS, type InvalidReason } from '#contract/ingest.ts';
import type { InvalidTrafficRow, TrafficDimension } from '#contract/traffic.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { periodWords } from '#domain/report-period.ts';
import { formatDay } from '../../lib/formatters.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { useTableAddress } from '../../lib/table-search.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { explainedTraffic } from './explained-traffic.ts';
import classes from './traffic.module.css';
import { type TrafficAsked, trafficQuery } from './traffic-api.ts';
import { TrafficFigures } from './traffic-figures.tsx';
import { askedOf, searchOf, TRAFFIC_RANGES, type TrafficRange } from './traffic-search.ts';

const RANGE_WORDS: Readonly<Record<TrafficRange, string>> = {
  all: 'All time',
  today: 'Today',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  'this-month': 'This month',
  'last-month': 'Last month',
};
const RANGES = TRAFFIC_RANGES.map((value) => ({ value, label: RANGE_WORDS[value] }));
const DIMENSIONS: readonly { value: TrafficDimension; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'outlet', label: 'Outlet' },
  { value: 'flight', label: 'Flight' },
];

/** The outlet of a row, for an objection. */
export type ObjectedRow = {
  readonly day: string;
  readonly eui: string;
  /** The name of the outlet in the table. */
  readonly outlet: string;
  readonly reasons: readonly InvalidReason[];
};

type TrafficPanelProps = { onObject: ((row: ObjectedRow) => void) | null };

/** Gross, invalid and net traffic, with the reasons. A day opens its outlets, where a user can object. */
export function TrafficPanel({ onObject }: TrafficPanelProps) {
  const role = useCurrentUser()?.role;
  const { search, change: changeSearch } = useTableAddress();
  const asked = askedOf(search);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(trafficQuery(asked));
  const { by, day, flight } = asked;
  const change = (parts: Partial<TrafficAsked>) => changeSearch(searchOf({ ...asked, ...parts }));
  const openOf = {
    day: ({ key }: InvalidTrafficRow) => change({ day: key, by: 'outlet' }),
    outlet: undefined,
    flight: ({ key }: InvalidTrafficRow) => (key === '' ? undefined : change({ flight: key, by: 'day' })),
  };
  return (
    <Panel title="What was reported" context="Gross is all that came in; net is what counts and is paid">
      <div className={classes.choices}>
        <NativeSelect
          label="Time"
          data={day === null ? RANGES : [{ value: 'day', label: formatDay(day) }, ...RANGES]}
          value={day === null ? asked.range : 'day'}
          onChange={(event) => {
            const range = event.currentTarget.value;
            if (range !== 'day') change({ range: range as TrafficRange, day: null });
          }}
        />
        <NativeSelect
          label="By"
          data={[...DIMENSIONS]}
          value={by}
          onChange={(event) => change({ by: event.currentTarget.value as TrafficDimension })}
        />
        <NativeSelect
          label="Samples of"
          data={[
            { value: '', label: 'Any reason' },
            ...INVALID_REASONS.map((reason) => ({ value: reason, label: REASON_WORDS[reason] })),
          ]}
          value={asked.reason ?? ''}
          onChange={(event) => change({ reason: (event.currentTarget.value || null) as InvalidReason | null })}
        />
        {flight === null ? null : (
          <Button
            variant="default"
            rightSection={<IconX size={16} aria-hidden="true" />}
            aria-label={`Only ${flight.replaceAll(',', ', ')}. Show all flights`}
            onClick={() => change({ flight: null })}
          >
            <span className={classes.only}>Only {flight.replaceAll(',', ', ')}</span>
          </Button>
        )}
      </div>
      {data ? (
        <p className={classes.period} role="status">
          {periodWords(data.period)}
          {isPlaceholderData ? ' · Updating…' : ''}
        </p>
      ) : null}
      {data ? (
        <StaleWhileRevalidating isKept={isPlaceholderData}>
          <TrafficFigures
            traffic={data}
            by={by}
            isKept={isPlaceholderData}
            explained={(row) => explainedTraffic(asked, role !== 'property', row)}
            onOpen={openOf[by]}
            onObject={
              onObject === null || day === null || by !== 'outlet'
                ? undefined
                : ({ key, name, invalid }) =>
                    onObject({ day, eui: key, outlet: name, reasons: invalid.map(({ reason }) => reason) })
            }
          />
        </StaleWhileRevalidating>
      ) : null}
      {error && !data ? (
        <ErrorState
          what="What does not count could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data || error ? null : <LinesSkeleton lines={6} />}
    </Panel>
  );
}
