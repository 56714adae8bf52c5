import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ServedOutlet, type ServiceCounts, type ServiceFilter, UPTIME_DAYS } from '#contract/service.ts';
import { outletName } from '#domain/eui.ts';
import { formatCount } from '../../lib/formatters.ts';
import { useTableAddress } from '../../lib/table-search.ts';
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
import { formatUptime } from './uptime-text.ts';

const COLUMNS: readonly Column<ServedOutlet>[] = [
  {
    name: 'outlet',
    head: 'Outlet',
    isHeading: true,
    isWrapping: true,
    cell: outletName,
  },
  { name: 'venue', head: 'Venue', isWrapping: true, cell: ({ venue }) => venue },
  { name: 'customer', head: 'Owner', isWrapping: true, isRoomy: true, cell: ({ customer }) => customer },
  { name: 'status', head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    name: 'last_seen',
    head: 'Last contact',
    cell: ({ last_seen }) => (last_seen === null ? 'Never' : <TimeText instant={last_seen} toThe="minute" />),
  },
  {
    name: 'uptime',
    head: `Uptime, ${UPTIME_DAYS} days`,
    isNumber: true,
    cell: ({ uptime }) => formatUptime(uptime),
  },
  {
    name: 'faults',
    head: 'Faults, 7 days',
    isWrapping: true,
    cell: ({ faults, last_fault }) =>
      last_fault === null ? '–' : `${formatCount(faults)}, last ${FAULT_WORDS[last_fault.fault].toLowerCase()}`,
  },
];

const COUNTS: readonly { readonly show: ServiceFilter | undefined; readonly name: string }[] = [
  { show: undefined, name: 'In service' },
  { show: 'online', name: 'Online' },
  { show: 'late', name: 'Late' },
  { show: 'offline', name: 'Offline' },
  { show: 'never', name: 'Never seen' },
  { show: 'faulty', name: 'With faults' },
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
      <PageTitle title="Outlets in service" context="Who is in contact, for how long, and what is wrong" />
      <Panel label="Outlets in service">
        {data ? <Counts counts={data.counts} show={show} /> : null}
        <div className={classes.toolbar}>
          <SearchField
            label="EUI, label or venue"
            value={q}
            onSearch={(text) => change({ q: text, cursor: '' }, { isTyping: true })}
          />
        </div>
        {data && data.data.length > 0 ? (
          <DataTable
            caption="Outlets in service"
            columns={COLUMNS}
            rows={data.data}
            keyOf={({ id }) => id}
            onOpen={({ id }) => void navigate({ to: '/app/outlets/$outlet', params: { outlet: id } })}
            isStale={isPlaceholderData}
            {...UNSORTED}
          />
        ) : null}
        {data && data.data.length === 0 && !isAwaited ? (
          <EmptyState title="No outlet is so">Another count, or another search text, may have some.</EmptyState>
        ) : null}
        {data && (data.next_cursor !== null || cursor !== undefined) ? (
          <nav className={classes.pages} aria-label="Pages of outlets">
            {cursor === undefined ? null : (
              <Link to="/app/outlets" search={{ ...search, cursor: undefined }}>
                First page
              </Link>
            )}
            <NextLink to="/app/outlets" search={search} cursor={data.next_cursor}>
              Next page
            </NextLink>
          </nav>
        ) : null}
        {error && !data ? (
          <ErrorState
            what="The outlets could not be loaded."
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
