import { IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DevicePage } from '#contract/list.ts';
import { shownEui } from '#domain/eui.ts';
import { positionNote } from '../../lib/outlet-words.ts';
import { useTableAddress } from '../../lib/table-search.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { outletsQuery } from './locate-api.ts';
import classes from './locate-page.module.css';

type Outlet = DevicePage['data'][number];

const COLUMNS: readonly Column<Outlet>[] = [
  {
    name: 'eui',
    head: 'Device EUI',
    isHeading: true,
    cell: ({ eui }) => <Identifier value={shownEui(eui)} name="EUI" whole />,
  },
  { name: 'label', head: 'Label', isWrapping: true, cell: ({ label }) => label || '–' },
  { name: 'customer', head: 'Customer', isWrapping: true, isRoomy: true, cell: ({ customer }) => customer },
  { name: 'venue', head: 'Venue', isWrapping: true, cell: ({ venue }) => venue },
  { name: 'status', head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    name: 'seen',
    head: 'Last seen',
    isWideOnly: true,
    cell: ({ last_seen }) => (last_seen === null ? '–' : <TimeText instant={last_seen} />),
  },
];

const ShowOnMap = ({ outlet: { eui, position } }: { outlet: Outlet }) => (
  <Link
    to="/app/main/dashboard"
    search={{ outlet: eui }}
    className={classes.show}
    aria-label={`Show ${shownEui(eui)} on the map`}
    title={['Show on map', positionNote(position)].filter(Boolean).join('; ')}
  >
    <IconMapPin size={16} stroke={1.75} aria-hidden="true" />
    Show on map
  </Link>
);

/** The page `/app/locate`: the outlets in the user's scope (docs/decisions.md#screens). */
export function LocatePage() {
  const address = useTableAddress();
  const { q = '', page = '1' } = address.search;
  const answer = useQuery(outletsQuery(q, Number(page)));
  return (
    <>
      <PageTitle title="Locate" context="Every outlet you have access to, by its EUI" />
      <Panel label="Outlets in your scope" flush>
        <ServerTable
          caption="Outlets"
          nouns={['outlet', 'outlets']}
          columns={COLUMNS}
          keyOf={({ eui, customer_id }) => `${eui} ${customer_id}`}
          answer={answer}
          address={address}
          defaultSort="eui"
          searchLabel="EUI, label, customer or venue"
          rowActions={(outlet) => <ShowOnMap outlet={outlet} />}
          empty={{
            title: 'No outlets yet',
            text: 'The outlets of your customer, or where your campaigns ran, are listed here.',
          }}
        />
      </Panel>
    </>
  );
}
