import { useQuery } from '@tanstack/react-query';
import type { AdminCustomer } from '#contract/customers.ts';
import { capitalized } from '#domain/capitalized.ts';
import { NOUNS } from '#domain/counted.ts';
import { formatCount } from '../../lib/formatters.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import type { Column } from '../../ui/data-table.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SchemaForm } from '../../ui/schema-form.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { newCustomerPlan } from './customer-plans.tsx';
import classes from './network.module.css';
import { customersQuery, exportFile, NETWORK } from './network-api.ts';
import { customersPageStrings as strings } from './network-strings.ts';
import { shownShare } from './shown-share.ts';
import { TableActions } from './table-actions.tsx';

const CustomerDrawer = lazyComponent(
  async () => (await import('./customer-drawer.tsx')).CustomerDrawer,
  ({ onClose }) => onClose(),
);

const COLUMNS: readonly Column<AdminCustomer>[] = [
  {
    name: 'name',
    head: strings.customer,
    isHeading: true,
    isSortable: true,
    isWrapping: true,
    cell: ({ name, status }) => (
      <span className={classes.named}>
        {name}
        {status === 'retired' ? <StateTag>{strings.retired}</StateTag> : null}
      </span>
    ),
  },
  {
    name: 'kind',
    head: strings.type,
    cell: ({ kind }) => (kind === 'property' ? strings.property : strings.advertiser),
  },
  { name: 'category', head: strings.category, isSortable: true, cell: ({ category }) => capitalized(category) || '–' },
  {
    name: 'outlets',
    head: strings.outlets,
    isSortable: true,
    isNumber: true,
    cell: ({ kind, outlets }) => (kind === 'property' ? formatCount(outlets) : '–'),
  },
  {
    name: 'share',
    head: strings.share,
    isNumber: true,
    cell: ({ share }) => (share === null ? '–' : shownShare(share)),
  },
  {
    name: 'campaigns',
    head: strings.campaigns,
    isNumber: true,
    isWideOnly: true,
    cell: ({ kind, campaigns }) => (kind === 'advertiser' ? formatCount(campaigns) : '–'),
  },
  {
    name: 'accounts',
    head: strings.users,
    isNumber: true,
    isWideOnly: true,
    cell: ({ accounts }) => formatCount(accounts),
  },
  {
    name: 'created_at',
    head: strings.added,
    isSortable: true,
    isWideOnly: true,
    cell: ({ created_at }) => <TimeText instant={created_at} toThe="date" />,
  },
];

const FILTERS = [
  {
    name: 'kind',
    label: strings.type,
    all: strings.allTypes,
    choices: [
      { value: 'property', label: strings.property },
      { value: 'advertiser', label: strings.advertiser },
    ],
  },
  {
    name: 'status',
    label: strings.status,
    all: strings.active,
    choices: [{ value: 'retired', label: strings.retired }],
  },
] as const;

function newPlanOf(form: string | undefined, onMade: (id: string) => void) {
  if (form === 'new') return newCustomerPlan(onMade);
  return form === 'new-advertiser' ? newCustomerPlan(onMade, 'advertiser') : null;
}

/** The page `/admin/customers`: owners and advertisers, their venues, shares and gateway keys. */
export function CustomersPage() {
  const address = useTableAddress();
  const answer = useQuery(customersQuery(address.search));
  const { open, form } = address.search;
  const show = (id: string, next = ''): void => address.open({ open: id, form: next });
  return (
    <>
      <PageTitle title={strings.customers} context={strings.context} />
      <Panel label={strings.customerList} flush>
        <ServerTable
          id="customers"
          caption={strings.customers}
          noun={NOUNS.customer}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          answer={answer}
          address={address}
          defaultSort="name"
          searchLabel={strings.searchLabel}
          filters={FILTERS}
          onExport={(file) => exportFile('customers', address.search, file)}
          toolbarActions={
            <TableActions kind="customers" newLabel={strings.newCustomer} onNew={() => show('', 'new')} />
          }
          onOpen={({ id }) => show(id)}
          empty={{ title: strings.emptyTitle, text: strings.emptyText }}
        />
      </Panel>
      {open === undefined ? null : (
        <CustomerDrawer key={open} id={open} form={form} onForm={(next) => show(open, next)} onClose={() => show('')} />
      )}
      <SchemaForm
        topic={NETWORK}
        plan={open === undefined ? newPlanOf(form, show) : null}
        onClose={() => show(open ?? '')}
      />
    </>
  );
}
