import { counted, NOUNS } from '#domain/counted.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { Button, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { INVALID_REASONS, type InvalidReason } from '#contract/ingest.ts';
import type { InvalidSample, InvalidTraffic, InvalidTrafficRow, TrafficDimension } from '#contract/traffic.ts';
import { type InvalidCategory, REASON_ENTRIES } from '#domain/invalid-traffic.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { periodWords } from '#domain/report-period.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { ExplainedFigure } from '../../explain/explained-figure.tsx';
import { formatCount, formatDay, formatDollars, formatPercent } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LocalTable } from '../../ui/local-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { explainedCategory, explainedTraffic } from './explained-traffic.ts';
import classes from './traffic.module.css';
import { type TrafficAsked, trafficQuery } from './traffic-api.ts';
import { askedOf, searchOf, TRAFFIC_RANGES, type TrafficRange } from './traffic-search.ts';
import { trafficPanelStrings as strings } from './traffic-strings.ts';

const HEADS = { day: strings.day, outlet: strings.outlet, flight: strings.flight } as const;
type Counts = InvalidTrafficRow['net'];
const eventsOf = ({ views, clicks, burns }: Counts): number => views + clicks + burns;
const reasonsOf = ({ invalid }: InvalidTrafficRow): string =>
  invalid
    .map((one) =>
      interpolate(strings.reasonCount, { reason: REASON_WORDS[one.reason], count: formatCount(eventsOf(one)) }),
    )
    .join(', ');
const withheldOf = ({ invalid }: Pick<InvalidTrafficRow, 'invalid'>): number =>
  invalid.reduce((sum, { withheld }) => sum + withheld, 0);

/** Returns the number of events in one MRC category of invalid traffic. */
const ofCategory = ({ invalid }: Pick<InvalidTrafficRow, 'invalid'>, category: InvalidCategory): number =>
  invalid.reduce((sum, one) => sum + (REASON_ENTRIES[one.reason].category === category ? eventsOf(one) : 0), 0);

/** Returns the query that explains a sum, without its figure; null if there is no explanation. */
type Explained = (row?: InvalidTrafficRow) => Omit<ExplainAsked, 'figure'> | null;
type Figure = 'gross' | 'invalid' | 'net' | 'withheld';
const LABELS = { gross: strings.gross, invalid: strings.invalid, net: strings.net, withheld: strings.notPaid } as const;

const CATEGORIES = { general: strings.generalGIVT, sophisticated: strings.sophisticatedSIVT } as const;

const nameOf = (by: TrafficDimension, { name }: InvalidTrafficRow): string =>
  by === 'day' ? formatDay(name) : name || strings.houseAds;

const columnsOf = (by: TrafficDimension, explained: Explained): readonly Column<InvalidTrafficRow>[] => {
  const sum = (figure: Figure, textOf: (value: number) => string, countOf: (row: InvalidTrafficRow) => number) => ({
    name: figure,
    head: LABELS[figure],
    isNumber: true,
    value: countOf,
    sum: textOf,
    cell: (row: InvalidTrafficRow) => (
      <SumText
        value={textOf(countOf(row))}
        figure={figure}
        of={nameOf(by, row)}
        asked={countOf(row) === 0 ? null : explained(row)}
      />
    ),
  });
  return [
    {
      name: 'name',
      head: HEADS[by],
      isHeading: true,
      isWrapping: true,
      value: (row) => (by === 'day' ? row.name : nameOf(by, row)),
      cell: (row) => nameOf(by, row),
    },
    sum('gross', formatCount, ({ gross }) => eventsOf(gross)),
    sum('invalid', formatCount, ({ gross, net }) => eventsOf(gross) - eventsOf(net)),
    sum('net', formatCount, ({ net }) => eventsOf(net)),
    { name: 'reasons', head: strings.reasons, isWrapping: true, isLong: true, cell: (row) => reasonsOf(row) || '–' },
    sum('withheld', formatDollars, withheldOf),
  ];
};

type SumTextProps = { value: string; figure: Figure; of?: string; asked: ReturnType<Explained> };

/** A sum that opens its explanation, if there is one. */
function SumText({ value, figure, of, asked }: SumTextProps) {
  const label = of === undefined ? LABELS[figure] : interpolate(strings.figureOf, { figure: LABELS[figure], name: of });
  return <ExplainedFigure value={value} label={label} asked={asked === null ? null : { figure, ...asked }} />;
}

const EVENT_WORDS = { view: strings.view, click: strings.click, burn: strings.burn } as const;

const SAMPLE_COLUMNS: readonly Column<InvalidSample>[] = [
  {
    name: 'timestamp',
    head: strings.time,
    isHeading: true,
    cell: ({ timestamp }) => <TimeText instant={timestamp} />,
  },
  { name: 'type', head: strings.event, cell: ({ type }) => EVENT_WORDS[type] },
  { name: 'outlet', head: strings.outlet, isWrapping: true, cell: ({ outlet }) => outlet },
  { name: 'flight', head: strings.flight, isWideOnly: true, cell: ({ flight }) => flight || '–' },
  { name: 'reason', head: strings.reasons, cell: ({ reason }) => REASON_WORDS[reason] },
];

type FiguresProps = {
  traffic: InvalidTraffic;
  by: TrafficDimension;
  /** Whether these figures are from the previous query. An objection based on them would be about another day. */
  isKept: boolean;
  explained: Explained;
  onOpen: ((row: InvalidTrafficRow) => void) | undefined;
  onObject: ((row: InvalidTrafficRow) => void) | undefined;
};

/** Number of samples shown at first. On a phone, each sample is a card. */
const FEW_SAMPLES = 5;
const UNSORTED = { sort: '', onSort: () => undefined } as const;

/** The sums, one page of rows, and the newest invalid events. */
function TrafficFigures({ traffic, by, isKept, explained, onOpen, onObject }: FiguresProps) {
  const { total, data, samples, left_out: leftOut } = traffic;
  const address = useTableAddress();
  const rows = by === 'day' ? [...data].reverse() : data;
  const [isAll, setAll] = useState(false);
  const invalid = eventsOf(total.gross) - eventsOf(total.net);
  return (
    <>
      <dl className={classes.sums}>
        <Sum figure="gross" value={formatCount(eventsOf(total.gross))} asked={explained()} />
        <Sum figure="invalid" value={formatCount(invalid)} asked={explained()} />
        {(['general', 'sophisticated'] as const).map((category) => (
          <div key={category}>
            <dt>{CATEGORIES[category]}</dt>
            <dd>
              <SumText
                value={formatCount(ofCategory(total, category))}
                figure="invalid"
                of={CATEGORIES[category]}
                asked={explainedCategory(explained(), category)}
              />
            </dd>
          </div>
        ))}
        <Sum figure="net" value={formatCount(eventsOf(total.net))} asked={explained()} />
        <Sum figure="withheld" value={formatDollars(withheldOf(total))} asked={explained()} />
        <div>
          <dt>{strings.viewsWithAPlay}</dt>
          <dd>
            {total.net.views === 0 ? '–' : formatPercent(Math.round((traffic.signed_views * 100) / total.net.views))}
          </dd>
        </div>
        <div>
          <dt>{strings.viewsWithoutAPlay}</dt>
          <dd>{unsignedWords(traffic)}</dd>
        </div>
      </dl>
      {data.length === 0 ? (
        <EmptyState title={strings.emptyTitle}>{strings.emptyText}</EmptyState>
      ) : (
        <LocalTable
          id={`traffic-${by}`}
          caption={strings.tableName}
          noun={NOUNS[by]}
          fileName={`voltboard-traffic-by-${by}`}
          columns={columnsOf(by, explained)}
          rows={rows}
          keyOf={({ key }) => key}
          address={address}
          searchLabel={strings.searchRows}
          empty={{ title: strings.emptyTitle, text: strings.emptyText }}
          onOpen={onOpen}
          rowActions={
            onObject === undefined ? undefined : (row) => <ObjectButton row={row} isKept={isKept} onObject={onObject} />
          }
        />
      )}
      {leftOut > 0 ? <p>{interpolate(strings.leftOut, { rows: counted(leftOut, strings.moreRows) })}</p> : null}
      {samples.length > 0 ? (
        <>
          <h3 className={classes.subhead}>{strings.samplesName}</h3>
          <DataTable
            caption={strings.samplesName}
            columns={SAMPLE_COLUMNS}
            rows={isAll ? samples : samples.slice(0, FEW_SAMPLES)}
            keyOf={({ timestamp, eui, type, reason }) => `${timestamp}|${eui}|${type}|${reason}`}
            {...UNSORTED}
          />
          {isAll || samples.length <= FEW_SAMPLES ? null : (
            <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
              {interpolate(strings.showAllSamples, { samples: samples.length })}
            </Button>
          )}
        </>
      ) : null}
    </>
  );
}

/** Describes the valid views without a play: their count, their share of all valid views, and their amount. */
function unsignedWords({ total, unsigned }: InvalidTraffic): string {
  if (unsigned.views === 0) return strings.noUnsigned;
  const share = (100 * unsigned.views) / total.net.views;
  const part = share < 1 ? strings.underOnePercent : formatPercent(Math.round(share));
  return interpolate(strings.unsignedViews, {
    views: formatCount(unsigned.views),
    share: part,
    amount: formatDollars(unsigned.amount),
  });
}

const Sum = ({ figure, value, asked }: { figure: Figure; value: string; asked: ReturnType<Explained> }) => (
  <div>
    <dt>{LABELS[figure]}</dt>
    <dd>
      <SumText value={value} figure={figure} asked={asked} />
    </dd>
  </div>
);

type ObjectButtonProps = { row: InvalidTrafficRow; isKept: boolean; onObject: (row: InvalidTrafficRow) => void };

function ObjectButton({ row, isKept, onObject }: ObjectButtonProps) {
  if (row.invalid.every(({ reason }) => reason === 'over_budget')) return null;
  return (
    <Button
      variant="default"
      size="xs"
      disabled={isKept}
      onClick={() => onObject(row)}
      aria-label={interpolate(strings.disputeAt, { outlet: row.name })}
    >
      {strings.dispute}
    </Button>
  );
}

const RANGE_WORDS: Readonly<Record<TrafficRange, string>> = {
  all: strings.allTime,
  today: strings.today,
  '7d': strings.last7Days,
  '30d': strings.last30Days,
  '90d': strings.last90Days,
  'this-month': strings.thisMonth,
  'last-month': strings.lastMonth,
};
const RANGES = TRAFFIC_RANGES.map((value) => ({ value, label: RANGE_WORDS[value] }));
const DIMENSIONS: readonly { value: TrafficDimension; label: string }[] = [
  { value: 'day', label: strings.day },
  { value: 'outlet', label: strings.outlet },
  { value: 'flight', label: strings.flight },
];

/** A row's outlet and day, for an objection. */
export type ObjectedRow = {
  readonly day: string;
  readonly eui: string;
  /** The outlet's name in the table. */
  readonly outlet: string;
  readonly reasons: readonly InvalidReason[];
};

type TrafficPanelProps = { onObject: ((row: ObjectedRow) => void) | null };

/** Gross, invalid and net traffic, with the reasons. Opening a day shows the day's outlets, where a user can object. */
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
    <Panel title={strings.title} context={strings.context}>
      <div className={classes.choices}>
        <NativeSelect
          label={strings.range}
          data={day === null ? RANGES : [{ value: 'day', label: formatDay(day) }, ...RANGES]}
          value={day === null ? asked.range : 'day'}
          onChange={(event) => {
            const range = event.currentTarget.value;
            if (range !== 'day') change({ range: range as TrafficRange, day: null });
          }}
        />
        <NativeSelect
          label={strings.groupBy}
          data={[...DIMENSIONS]}
          value={by}
          onChange={(event) => change({ by: event.currentTarget.value as TrafficDimension })}
        />
        <NativeSelect
          label={strings.sampleReason}
          data={[
            { value: '', label: strings.anyReason },
            ...INVALID_REASONS.map((reason) => ({ value: reason, label: REASON_WORDS[reason] })),
          ]}
          value={asked.reason ?? ''}
          onChange={(event) => change({ reason: (event.currentTarget.value || null) as InvalidReason | null })}
        />
        {flight === null ? null : (
          <Button
            variant="default"
            rightSection={<IconX size={16} aria-hidden="true" />}
            aria-label={interpolate(strings.removeFlightFilter, { flights: flight.replaceAll(',', ', ') })}
            onClick={() => change({ flight: null })}
          >
            <span className={classes.only}>
              {interpolate(strings.onlyFlights, { flights: flight.replaceAll(',', ', ') })}
            </span>
          </Button>
        )}
      </div>
      {data ? (
        <p className={classes.period} role="status">
          {isPlaceholderData
            ? interpolate(strings.periodUpdating, { period: periodWords(data.period) })
            : periodWords(data.period)}
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
          what={strings.loadFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data || error ? null : <LinesSkeleton lines={6} />}
    </Panel>
  );
}
