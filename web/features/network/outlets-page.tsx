import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminOutlet } from '#contract/outlets.ts';
import { capitalized } from '#domain/capitalized.ts';
import { NOUNS } from '#domain/counted.ts';
import { shownEui } from '#domain/eui.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import type { Column } from '../../ui/data-table.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SchemaForm } from '../../ui/schema-form.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { type IssuedKeys, IssuedKeysDialog } from './issued-keys-dialog.tsx';
import classes from './network.module.css';
import { customerQuery, exportFile, NETWORK, outletsQuery } from './network-api.ts';
import { outletsPageStrings as strings } from './network-strings.ts';
import { newOutletsPlan, placeOfCustomer } from './outlet-plans.tsx';
import { OutletStatusBadge } from './outlet-status-badge.tsx';
import { TableActions } from './table-actions.tsx';

const OutletDrawer = lazyComponent(
  async () => (await import('./outlet-drawer.tsx')).OutletDrawer,
  ({ onClose }) => onClose(),
);

const COLUMNS: readonly Column<AdminOutlet>[] = [
  {
    name: 'eui',
    head: 'EUI',
    isHeading: true,
    isSortable: true,
    cell: ({ eui }) => <code className={classes.eui}>{shownEui(eui)}</code>,
  },
  { name: 'label', head: strings.label, isWideOnly: true, cell: ({ label }) => label || '–' },
  {
    name: 'customer',
    head: strings.customer,
    isSortable: true,
    isWrapping: true,
    cell: ({ place }) => place?.customer ?? strings.unassigned,
  },
  { name: 'venue', head: strings.venue, isSortable: true, isWrapping: true, cell: ({ place }) => place?.venue ?? '–' },
  { name: 'status', head: strings.status, cell: ({ status }) => <OutletStatusBadge status={status} /> },
  {
    name: 'last_seen',
    head: strings.lastContact,
    isSortable: true,
    cell: ({ last_seen }) => (last_seen === null ? strings.never : <TimeText instant={last_seen} toThe="minute" />),
  },
  { name: 'keys', head: strings.keys, isNumber: true, isWideOnly: true, cell: ({ keys }) => keys },
];

const STATUSES = {
  name: 'status',
  label: strings.status,
  all: strings.inService,
  choices: [
    { value: 'online', label: strings.online },
    { value: 'late', label: strings.late },
    { value: 'offline', label: strings.offline },
    { value: 'never', label: strings.neverSeen },
    { value: 'retired', label: strings.retired },
  ],
} as const;

/** The page `/admin/outlets`: outlets, their places, their last contact and their keys. */
export function OutletsPage() {
  const address = useTableAddress();
  const answer = useQuery(outletsQuery(address.search));
  const { open, form, customer_id } = address.search;
  const show = (id: string, next = ''): void => address.open({ open: id, form: next });
  const [issued, setIssued] = useState<IssuedKeys | null>(null);
  const customer = useQuery({ ...customerQuery(customer_id ?? ''), enabled: customer_id !== undefined });
  const isAdding = open === undefined && form === 'new' && (customer_id === undefined || !customer.isPending);
  const types = answer.data?.venue_types ?? [];
  const owner = customer.data?.customer.name;
  const filters = [
    STATUSES,
    {
      name: 'venue_type',
      label: strings.type,
      all: strings.allTypes,
      choices: types.map((value) => ({ value, label: capitalized(value) })),
    },
    ...(customer_id === undefined
      ? []
      : [
          {
            name: 'customer_id',
            label: strings.customer,
            all: strings.allCustomers,
            choices: [{ value: customer_id, label: owner ?? strings.selectedCustomer }],
          },
        ]),
  ];
  return (
    <>
      {owner === undefined || customer_id === undefined ? null : (
        <Link className={classes.back} to="/admin/customers" search={{ open: customer_id }}>
          <IconArrowLeft size={16} aria-hidden="true" /> {owner}
        </Link>
      )}
      <PageTitle
        title={owner === undefined ? strings.outlets : interpolate(strings.outletsOfOwner, { owner })}
        context={strings.context}
      />
      <Panel label={strings.outletList} flush>
        <ServerTable
          id="outlets"
          caption={strings.outlets}
          noun={NOUNS.outlet}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          answer={answer}
          address={address}
          defaultSort="eui"
          searchLabel={strings.searchLabel}
          filters={filters}
          onExport={(file) => exportFile('outlets', address.search, file)}
          toolbarActions={<TableActions kind="outlets" newLabel={strings.newOutlets} onNew={() => show('', 'new')} />}
          onOpen={({ id }) => show(id)}
          empty={{ title: strings.emptyTitle, text: strings.emptyText }}
        />
      </Panel>
      {open === undefined ? null : (
        <OutletDrawer key={open} id={open} form={form} onForm={(next) => show(open, next)} onClose={() => show('')} />
      )}
      <SchemaForm
        topic={NETWORK}
        plan={isAdding ? newOutletsPlan(customer.data ? placeOfCustomer(customer.data) : null, setIssued) : null}
        onClose={() => show('')}
      />
      <IssuedKeysDialog issued={issued} onClose={() => setIssued(null)} />
    </>
  );
}
