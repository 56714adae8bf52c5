import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  FAULT_DAYS,
  type ServedOutlet,
  type ServiceCounts,
  type ServiceFilter,
  UPTIME_DAYS,
} from '#contract/service.ts';
import { outletName } from '#domain/eui.ts';
import { formatCount } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NextLink } from '../../ui/next-link.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { FAULT_WORDS } from './fault-words.ts';
import classes from './service.module.css';
import { servedOutletsQuery } from './service-api.ts';
import { servedOutletsPageStrings as strings } from './service-strings.ts';
import { formatUptime } from './uptime-text.ts';

const COLUMNS: readonly Column<ServedOutlet>[] = [
  {
    name: 'outlet',
    head: strings.outlet,
    isHeading: true,
    isWrapping: true,
    cell: outletName,
  },
  { name: 'venue', head: strings.venue, isWrapping: true, cell: ({ venue }) => venue },
  { name: 'customer', head: strings.owner, isWrapping: true, isRoomy: true, cell: ({ customer }) => customer },
  { name: 'status', head: strings.status, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    name: 'last_seen',
    head: strings.lastContact,
    cell: ({ last_seen }) => (last_seen === null ? strings.never : <TimeText instant={last_seen} toThe="minute" />),
  },
  {
    name: 'uptime',
    head: interpolate(strings.uptimeDays, { days: UPTIME_DAYS }),
    isNumber: true,
    cell: ({ uptime }) => formatUptime(uptime),
  },
  {
    name: 'faults',
    head: interpolate(strings.faultsHead, { days: FAULT_DAYS }),
    isWrapping: true,
    cell: ({ faults, last_fault }) =>
      last_fault === null
        ? '–'
        : interpolate(strings.faultsAndLatest, {
            faults: formatCount(faults),
            fault: FAULT_WORDS[last_fault.fault].toLowerCase(),
          }),
  },
];

const COUNTS: readonly { readonly show: ServiceFilter | undefined; readonly name: string }[] = [
  { show: undefined, name: strings.inService },
  { show: 'online', name: strings.online },
  { show: 'late', name: strings.late },
  { show: 'offline', name: strings.offline },
  { show: 'never', name: strings.neverSeen },
  { show: 'faulty', name: strings.withFaults },
];

const UNSORTED = { sort: '', onSort: () => undefined } as const;

/**
 * The page `/app/outlets`: silent and faulty outlets. Each count links to its outlets
 * (docs/business-rules.md#outlets-in-service).
 */
export function ServedOutletsPage() {
  const { search, change } = useTableAddress();
  const navigate = useNavigate();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(servedOutletsQuery(search));
  const { q = '', show, cursor } = search;
  // If the previous result is empty, the new result may still contain outlets.
  const isAwaited = data === undefined || (isPlaceholderData && data.data.length === 0);
  return (
    <>
      <PageTitle title={strings.outletsInService} context={strings.context} />
      <Panel label={strings.outletsInService}>
        {data ? <Counts counts={data.counts} show={show} /> : null}
        <div className={classes.toolbar}>
          <SearchField
            label={strings.searchLabel}
            value={q}
            onSearch={(text) => change({ q: text, cursor: '' }, { isTyping: true })}
          />
        </div>
        {data && data.data.length > 0 ? (
          <DataTable
            caption={strings.outletsInService}
            columns={COLUMNS}
            rows={data.data}
            keyOf={({ id }) => id}
            onOpen={({ id }) => void navigate({ to: '/app/outlets/$outlet', params: { outlet: id } })}
            isStale={isPlaceholderData}
            {...UNSORTED}
          />
        ) : null}
        {data && data.data.length === 0 && !isAwaited ? (
          <EmptyState title={strings.emptyTitle}>{strings.emptyText}</EmptyState>
        ) : null}
        {data && (data.next_cursor !== null || cursor !== undefined) ? (
          <nav className={classes.pages} aria-label={strings.pagesOfOutlets}>
            {cursor === undefined ? null : (
              <Link to="/app/outlets" search={{ ...search, cursor: undefined }}>
                {strings.firstPage}
              </Link>
            )}
            <NextLink to="/app/outlets" search={search} cursor={data.next_cursor}>
              {strings.nextPage}
            </NextLink>
          </nav>
        ) : null}
        {error && !data ? (
          <ErrorState
            what={strings.loadFailed}
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : null}
        {isAwaited && !error ? <LinesSkeleton lines={8} /> : null}
      </Panel>
    </>
  );
}

function Counts({ counts, show: shown }: { counts: ServiceCounts; show: string | undefined }) {
  return (
    <ul className={classes.counts}>
      {COUNTS.map(({ show, name }) => (
        <li key={name}>
          <Link
            className={classes.count}
            to="/app/outlets"
            search={show === undefined ? {} : { show }}
            activeProps={{}}
            aria-current={show === shown}
          >
            <span>{name}</span>
            <strong>{formatCount(counts[show ?? 'all'])}</strong>
          </Link>
        </li>
      ))}
    </ul>
  );
}
