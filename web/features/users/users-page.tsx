import '@mantine/core/styles/Combobox.layer.css';
import { Button, ComboboxChevron, TextInput } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ManagedUser } from '#contract/users.ts';
import { NOUNS } from '#domain/counted.ts';
import { useImportRuns } from '../../lib/import-runs.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import type { TableSearch } from '../../lib/table-search.ts';
import { useLazyModule } from '../../lib/use-lazy-module.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { ImportButton } from '../../ui/import-button.tsx';
import type { KnownRuns } from '../../ui/import-words.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { MarkedTitle } from '../../ui/marked-title.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { Widget } from '../../ui/widget.tsx';
import type { CustomerSelectProps } from './customer-select.tsx';
import { type UserAct, UserActions } from './user-actions.tsx';
import { UserAvatar } from './user-avatar.tsx';
import { kindOfRole, ROLE_CHOICES, roleLabel, STATUS_LABELS } from './user-words.ts';
import classes from './users.module.css';
import { downloadUsers, USERS_KEY, usersQuery } from './users-api.ts';
import { usersPageStrings as strings } from './users-strings.ts';

const text = (value: string) => value || <span className={classes.quiet}>–</span>;
const yesNo = (is: boolean): string => (is ? strings.yes : strings.no);

/** The columns from docs/sample-pages.md#users-and-own-account, with customer, verification and last visit. */
const USER_COLUMNS: readonly Column<ManagedUser>[] = [
  {
    name: 'avatar',
    head: strings.avatar,
    isSortable: true,
    isWideOnly: true,
    isRoomy: true,
    cell: (user) => <UserAvatar user={user} />,
  },
  {
    name: 'first_name',
    head: strings.firstName,
    isSortable: true,
    isHeading: true,
    cell: ({ first_name, email, last_name }) => first_name || (last_name ? '–' : <Unnamed email={email} />),
  },
  { name: 'last_name', head: strings.lastName, isSortable: true, cell: ({ last_name }) => text(last_name) },
  {
    name: 'phone_number',
    head: strings.phoneNumber,
    isSortable: true,
    isRoomy: true,
    cell: ({ phone_number }) => text(phone_number),
  },
  {
    name: 'email',
    head: strings.email,
    isSortable: true,
    isWrapping: true,
    isLong: true,
    cell: ({ email }) => <EmailText address={email} />,
  },
  {
    name: 'role',
    head: strings.role,
    isSortable: true,
    cell: ({ role, standing, status }) => (
      <>
        {kindOfRole(role) && standing === 'viewer'
          ? interpolate(strings.roleAsViewer, { role: roleLabel(role) })
          : roleLabel(role)}{' '}
        {status === 'deleted' ? <StateTag>{STATUS_LABELS.deleted}</StateTag> : null}
      </>
    ),
  },
  {
    name: 'customer',
    head: strings.customer,
    isSortable: true,
    isWrapping: true,
    cell: ({ customer }) => text(customer),
  },
  {
    name: 'email_verified',
    head: strings.verified,
    isSortable: true,
    isRoomy: true,
    cell: ({ email_verified }) => yesNo(email_verified),
  },
  {
    name: 'disabled',
    head: strings.disabled,
    isSortable: true,
    cell: ({ disabled }) => <span className={disabled ? classes.warning : undefined}>{yesNo(disabled)}</span>,
  },
  {
    name: 'last_seen_at',
    head: strings.lastSeen,
    isSortable: true,
    isRoomy: true,
    cell: ({ last_seen_at }) =>
      last_seen_at === null ? (
        <span className={classes.quiet}>{strings.never}</span>
      ) : (
        <TimeText instant={last_seen_at} toThe="date" />
      ),
  },
];

/** The email address of an account without a name. The address may be long. */
const Unnamed = ({ email }: { email: string }) => (
  <span className={classes.unnamed}>
    <EmailText address={email} />
  </span>
);

const customerSelect = () => import('./customer-select.tsx');

type LateCustomerSelectProps = Pick<CustomerSelectProps, 'label' | 'placeholder' | 'value' | 'onChange' | 'className'>;

/**
 * A filter by customer. The code of its list is 40 kB, so this code loads only when the pointer or focus reaches the
 * filter, or if a customer is chosen.
 */
function LateCustomerSelect(props: LateCustomerSelectProps) {
  const { label, placeholder, value, className = '' } = props;
  const [isReached, setReached] = useState(false);
  const [typed, setTyped] = useState('');
  // The text typed while the field has the focus.
  const [begun, setBegun] = useState<string | undefined>();
  const { code, hasFailed, isRetrying, retry } = useLazyModule(customerSelect, isReached || value !== '');
  if (code !== null) return <code.CustomerSelect {...props} isLabelHidden begun={begun} />;
  const reach = (): void => {
    setReached(true);
    if (hasFailed) retry();
  };
  return (
    <TextInput
      aria-label={label}
      className={className}
      placeholder={value === '' ? placeholder : strings.loading}
      value={typed}
      rightSection={<ComboboxChevron />}
      rightSectionPointerEvents="none"
      error={hasFailed && !isRetrying ? strings.customersFailed : undefined}
      onPointerEnter={reach}
      onFocus={() => {
        setBegun(typed);
        reach();
      }}
      onBlur={() => setBegun(undefined)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        setBegun(text);
        if (hasFailed) retry();
      }}
    />
  );
}

const forms = () => import('./user-plan.tsx');
const closeIt = ({ onClose }: { onClose: () => void }): void => onClose();
const NewUserForm = lazyComponent(async () => (await forms()).NewUserForm, closeIt);
const EditUserForm = lazyComponent(async () => (await forms()).EditUserForm, closeIt);
const UserDetails = lazyComponent(async () => (await import('./user-details.tsx')).UserDetails, closeIt);
const UsersImport = lazyComponent(async () => (await import('./users-import.tsx')).UsersImport, closeIt);
const UserDialog = lazyComponent(async () => (await import('./user-dialog.tsx')).UserDialog, closeIt);

const FILTERS = [
  {
    name: 'role',
    label: strings.role,
    all: strings.allRoles,
    choices: ROLE_CHOICES.map(({ value, label }) => ({ value: value === '' ? 'full' : value, label })),
  },
  {
    name: 'status',
    label: strings.status,
    all: strings.allStatuses,
    choices: Object.entries(STATUS_LABELS).map(([value, label]) => ({ value, label })),
  },
] as const;

/**
 * The confirmation dialog over the table. Forms and details are in the URL instead, so that they survive a reload and
 * can be linked.
 */
type Asked = { readonly act: UserAct; readonly user: ManagedUser } | null;

/**
 * Returns a new account's initial values. If the list shows only owners of one customer, that customer is preselected.
 */
const startOf = ({ role, cid }: TableSearch): { customer_id?: string } =>
  role === 'property' && cid !== undefined ? { customer_id: cid } : {};

/** The page `/admin/users` (docs/specification.md#signed-in-routes, docs/sample-pages.md#users-and-own-account). */
export function UsersPage() {
  const address = useTableAddress();
  const { search, change } = address;
  const answer = useQuery(usersQuery(search));
  const imports = useImportRuns('users', USERS_KEY);
  const [asked, setAsked] = useState<Asked>(null);
  const open = (parts: Record<string, string>): void => address.open({ show: '', edit: '', ...parts });
  const closeAll = (): void => open({});
  const act = (what: UserAct, user: ManagedUser): void => {
    if (what === 'show') open({ show: user.id });
    else if (what === 'edit') open({ edit: user.id });
    else setAsked({ act: what, user });
  };
  return (
    <>
      <PageTitle
        title={<MarkedTitle text={strings.userManagement} />}
        context={strings.context}
        actions={
          <PageActions
            search={search}
            onAdd={() => open({ edit: 'new' })}
            imports={imports}
            onImport={() => open({ edit: 'import' })}
          />
        }
      />
      <Widget title={strings.users} collapse flush>
        <ServerTable
          id="users"
          caption={strings.users}
          noun={NOUNS.user}
          columns={USER_COLUMNS}
          keyOf={({ id }) => id}
          answer={answer}
          address={address}
          defaultSort="first_name"
          searchLabel={strings.searchLabel}
          onExport={(file) => downloadUsers(search, file)}
          filters={FILTERS}
          toolbarFilters={
            <LateCustomerSelect
              label={strings.customer}
              placeholder={strings.allCustomers}
              className={classes.customerFilter ?? ''}
              value={search.cid ?? ''}
              onChange={(cid) => change({ cid })}
            />
          }
          onOpen={({ id }) => open({ show: id })}
          rowActions={(user) => <UserActions user={user} onAct={act} />}
          empty={{ title: strings.emptyTitle, text: strings.empty }}
        />
      </Widget>
      {search.edit === 'new' ? <NewUserForm start={startOf(search)} onClose={closeAll} /> : null}
      {search.edit === 'import' ? <UsersImport known={imports} onClose={closeAll} /> : null}
      {isId(search.edit) ? <EditUserForm key={search.edit} id={search.edit} onClose={closeAll} /> : null}
      {isId(search.show) ? <UserDetails key={search.show} id={search.show} onAct={act} onClose={closeAll} /> : null}
      {asked ? <UserDialog {...asked} onClose={() => setAsked(null)} onDone={closeAll} /> : null}
    </>
  );
}

const isId = (text: string | undefined): text is string => text !== undefined && /^[0-9a-f-]{36}$/.test(text);

type PageActionsProps = {
  search: TableSearch;
  onAdd: () => void;
  imports: KnownRuns;
  onImport: () => void;
};

function PageActions({ search, onAdd, imports, onImport }: PageActionsProps): ReactNode {
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <>
      <ImportButton known={imports} isOpen={search.edit === 'import'} onOpen={onImport} />
      <Button leftSection={<IconUserPlus {...icon} />} onClick={onAdd}>
        {strings.addUser}
      </Button>
    </>
  );
}
