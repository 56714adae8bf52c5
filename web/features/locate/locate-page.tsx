import { IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DevicePage } from '#contract/list.ts';
import { NOUNS } from '#domain/counted.ts';
import { shownEui } from '#domain/eui.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { positionNote } from '../../lib/outlet-words.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { outletsQuery } from './locate-api.ts';
import classes from './locate-page.module.css';
import { locatePageStrings as strings } from './locate-strings.ts';

type Outlet = DevicePage['data'][number];

const COLUMNS: readonly Column<Outlet>[] = [
  {
    name: 'eui',
    head: strings.deviceEUI,
    isHeading: true,
    cell: ({ eui }) => <Identifier value={shownEui(eui)} name="EUI" whole />,
  },
  { name: 'label', head: strings.label, isWrapping: true, cell: ({ label }) => label || '–' },
  { name: 'customer', head: strings.customer, isWrapping: true, isRoomy: true, cell: ({ customer }) => customer },
  { name: 'venue', head: strings.venue, isWrapping: true, cell: ({ venue }) => venue },
  { name: 'status', head: strings.status, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    name: 'seen',
    head: strings.lastContact,
    isWideOnly: true,
    cell: ({ last_seen }) => (last_seen === null ? '–' : <TimeText instant={last_seen} />),
  },
];

const ShowOnMap = ({ outlet: { eui, position } }: { outlet: Outlet }) => (
  <Link
    to="/app/main/dashboard"
    search={{ outlet: eui }}
    className={classes.show}
    aria-label={interpolate(strings.showOutletOnMap, { eui: shownEui(eui) })}
    title={[strings.showOnMap, positionNote(position)].filter(Boolean).join('; ')}
  >
    <IconMapPin size={16} stroke={1.75} aria-hidden="true" />
    {strings.showOnMap}
  </Link>
);

/** The page `/app/locate`: the outlets in the user's scope (docs/decisions.md#screens). */
export function LocatePage() {
  const address = useTableAddress();
  const { q = '', page = '1', limit } = address.search;
  const answer = useQuery(outletsQuery(q, Number(page), limit));
  return (
    <>
      <PageTitle title={strings.locate} context={strings.context} />
      <Panel label={strings.outletList} flush>
        <ServerTable
          id="map"
          caption={strings.outlets}
          noun={NOUNS.outlet}
          columns={COLUMNS}
          keyOf={({ eui, customer_id }) => `${eui} ${customer_id}`}
          answer={answer}
          address={address}
          defaultSort="eui"
          defaultSize="25"
          searchLabel={strings.searchLabel}
          rowActions={(outlet) => <ShowOnMap outlet={outlet} />}
          empty={{
            title: strings.emptyTitle,
            text: strings.emptyText,
          }}
        />
      </Panel>
    </>
  );
}
