import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RangePreset } from '#contract/common.ts';
import { INVALID_REASONS, type InvalidReason } from '#contract/ingest.ts';
import type { InvalidSample, InvalidTraffic, InvalidTrafficRow, TrafficDimension } from '#contract/traffic.ts';
import { formatCount, formatDay, formatDollars, formatPercent } from '../../lib/formatters.ts';
import { useTableAddress } from '../../lib/table-search.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { REASON_WORDS } from './reason-words.ts';
import classes from './traffic.module.css';
import { type TrafficAsked, trafficQuery } from './traffic-api.ts';
import { askedOf, searchOf, TRAFFIC_RANGES } from './traffic-search.ts';

const RANGE_WORDS: Readonly<Record<(typeof TRAFFIC_RANGES)[number], string>> = {
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
const HEADS = { day: 'Day', outlet: 'Outlet', flight: 'Flight' } as const;

type Counts = InvalidTrafficRow['net'];
const eventsOf = ({ views, clicks, burns }: Counts): number => views + clicks + burns;
const reasonsOf = ({ invalid }: InvalidTrafficRow): string =>
  invalid.map((one) => `${REASON_WORDS[one.reason]}: ${formatCount(eventsOf(one))}`).join(', ');
const withheldOf = ({ invalid }: Pick<InvalidTrafficRow, 'invalid'>): number =>
  invalid.reduce((sum, { withheld }) => sum + withheld, 0);

const columnsOf = (by: TrafficDimension): readonly Column<InvalidTrafficRow>[] => [
  {
    name: 'name',
    head: HEADS[by],
    isHeading: true,
    isWrapping: true,
    cell: ({ name }) => (by === 'day' ? formatDay(name) : name || 'Ads of the house'),
  },
  { name: 'gross', head: 'Gross', isNumber: true, cell: ({ gross }) => formatCount(eventsOf(gross)) },
  {
    name: 'invalid',
    head: 'Invalid',
    isNumber: true,
    cell: ({ gross, net }) => formatCount(eventsOf(gross) - eventsOf(net)),
  },
  { name: 'net', head: 'Net', isNumber: true, cell: ({ net }) => formatCount(eventsOf(net)) },
  { name: 'reasons', head: 'Why', isWrapping: true, isLong: true, cell: (row) => reasonsOf(row) || '–' },
  { name: 'withheld', head: 'Not paid', isNumber: true, cell: (row) => formatDollars(withheldOf(row)) },
];

const SAMPLE_COLUMNS: readonly Column<InvalidSample>[] = [
  {
    name: 'timestamp',
    head: 'When',
    isHeading: true,
    cell: ({ timestamp }) => <TimeText instant={timestamp} />,
  },
  { name: 'type', head: 'Event', cell: ({ type }) => type },
  { name: 'outlet', head: 'Outlet', isWrapping: true, cell: ({ outlet }) => outlet },
  { name: 'flight', head: 'Flight', isWideOnly: true, cell: ({ flight }) => flight || '–' },
  { name: 'reason', head: 'Why', cell: ({ reason }) => REASON_WORDS[reason] },
];

/** What a row of outlets can be objected to. */
export type ObjectedRow = { readonly day: string; readonly eui: string; readonly reasons: readonly InvalidReason[] };

type TrafficPanelProps = { onObject: ((row: ObjectedRow) => void) | null };

/** Gross, what does not count and why, and net; a day opens its outlets, where it can be objected to. */
export function TrafficPanel({ onObject }: TrafficPanelProps) {
  const { search, change: changeSearch } = useTableAddress();
  const asked = askedOf(search);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(trafficQuery(asked));
  const { by, day } = asked;
  const change = (parts: Partial<TrafficAsked>) => changeSearch(searchOf({ ...asked, ...parts }));
  return (
    <Panel title="What was reported" context="Gross is all that came in; net is what counts and is paid">
      <div className={classes.choices}>
        <NativeSelect
          label="Time"
          data={day === null ? RANGES : [{ value: 'day', label: formatDay(day) }, ...RANGES]}
          value={day === null ? asked.range : 'day'}
          onChange={(event) => {
            const range = event.currentTarget.value;
            if (range !== 'day') change({ range: range as RangePreset, day: null });
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
      </div>
      {data ? (
        <Figures
          traffic={data}
          by={by}
          isStale={isPlaceholderData}
          onOpen={by === 'day' ? ({ key }) => change({ day: key, by: 'outlet' }) : undefined}
          onObject={
            onObject === null || day === null || by !== 'outlet'
              ? undefined
              : ({ key, invalid }) => onObject({ day, eui: key, reasons: invalid.map(({ reason }) => reason) })
          }
        />
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

type FiguresProps = {
  traffic: InvalidTraffic;
  by: TrafficDimension;
  isStale: boolean;
  onOpen: ((row: InvalidTrafficRow) => void) | undefined;
  onObject: ((row: InvalidTrafficRow) => void) | undefined;
};

/** So many samples stand there before more are asked for: on a phone each is a card. */
const FEW_SAMPLES = 10;
const UNSORTED = { sort: '', onSort: () => undefined } as const;

function Figures({ traffic, by, isStale, onOpen, onObject }: FiguresProps) {
  const { total, data, samples, left_out: leftOut } = traffic;
  const [isAll, setAll] = useState(false);
  const invalid = eventsOf(total.gross) - eventsOf(total.net);
  return (
    <>
      <dl className={classes.sums}>
        <Sum name="Gross" value={formatCount(eventsOf(total.gross))} />
        <Sum name="Invalid" value={formatCount(invalid)} />
        <Sum name="Net" value={formatCount(eventsOf(total.net))} />
        <Sum name="Not paid" value={formatDollars(withheldOf(total))} />
        <Sum
          name="Views with a play"
          value={
            total.net.views === 0 ? '–' : formatPercent(Math.round((traffic.signed_views * 100) / total.net.views))
          }
        />
      </dl>
      {data.length === 0 ? (
        <EmptyState title="Nothing was reported">Another time may have views.</EmptyState>
      ) : (
        <DataTable
          caption="Gross, invalid and net"
          columns={columnsOf(by)}
          rows={by === 'day' ? [...data].reverse() : data}
          keyOf={({ key }) => key}
          {...UNSORTED}
          onOpen={onOpen}
          isStale={isStale}
          actions={onObject === undefined ? undefined : (row) => <ObjectButton row={row} onObject={onObject} />}
        />
      )}
      {leftOut > 0 ? <p>{formatCount(leftOut)} more have less that does not count.</p> : null}
      {samples.length > 0 ? (
        <>
          <h3 className={classes.subhead}>The newest that do not count</h3>
          <DataTable
            caption="The newest that do not count"
            columns={SAMPLE_COLUMNS}
            rows={isAll ? samples : samples.slice(0, FEW_SAMPLES)}
            keyOf={({ timestamp, eui, type, reason }) => `${timestamp}|${eui}|${type}|${reason}`}
            {...UNSORTED}
          />
          {isAll || samples.length <= FEW_SAMPLES ? null : (
            <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
              Show all {samples.length}
            </Button>
          )}
        </>
      ) : null}
    </>
  );
}

const Sum = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

type ObjectButtonProps = { row: InvalidTrafficRow; onObject: (row: InvalidTrafficRow) => void };

function ObjectButton({ row, onObject }: ObjectButtonProps) {
  if (row.invalid.every(({ reason }) => reason === 'over_budget')) return null;
  return (
    <Button variant="default" size="xs" onClick={() => onObject(row)} aria-label={`Object at ${row.name}`}>
      Object
    </Button>
  );
}
