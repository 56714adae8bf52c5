import { Button } from '@mantine/core';
import { IconDownload, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ManagedUser } from '#contract/users.ts';
import { useImportRuns } from '../../lib/import-runs.ts';
import { type TableSearch, useTableAddress } from '../../lib/table-search.ts';
import { ImportButton } from '../../ui/import-button.tsx';
import type { KnownRuns } from '../../ui/import-words.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { MarkedTitle } from '../../ui/marked-title.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ServerTable } from '../../ui/server-table.tsx';
import { Widget } from '../../ui/widget.tsx';
import { LateCustomerSelect } from './late-customer-select.tsx';
import { type UserAct, UserActions } from './user-actions.tsx';
import { USER_COLUMNS } from './user-columns.tsx';
import { ROLE_CHOICES, STATUS_LABELS } from './user-words.ts';
import classes from './users.module.css';
import { downloadUsers, USERS_KEY, usersQuery } from './users-api.ts';

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
    label: 'Role',
    all: 'All roles',
    choices: ROLE_CHOICES.map(({ value, label }) => ({ value: value === '' ? 'full' : value, label })),
  },
  {
    name: 'status',
    label: 'Status',
    all: 'All statuses',
    choices: Object.entries(STATUS_LABELS).map(([value, label]) => ({ value, label })),
  },
] as const;

/**
 * The confirmation dialog over the table. Forms and details are in the address instead, so that a reload or a link
 * keeps them.
 */
type Asked = { readonly act: UserAct; readonly user: ManagedUser } | null;

/** The initial values of a new account: in a list of one customer's owners, that customer. */
const startOf = ({ role, cid }: TableSearch): { customer_id?: string } =>
  role === 'property' && cid !== undefined ? { customer_id: cid } : {};

/** `/admin/users` (docs/specification.md#signed-in-routes, docs/sample-pages.md#users-and-own-account). */
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
        title={<MarkedTitle text="User - **Management**" />}
        context="Who may sign in, and what they see"
        actions={
          <PageActions
            search={search}
            onAdd={() => open({ edit: 'new' })}
            imports={imports}
            onImport={() => open({ edit: 'import' })}
          />
        }
      />
      <Widget title="Users" collapse flush>
        <ServerTable
          caption="Users"
          nouns={['user', 'users']}
          columns={USER_COLUMNS}
          keyOf={({ id }) => id}
          answer={answer}
          address={address}
          defaultSort="first_name"
          searchLabel="Name, e-mail, phone or customer"
          filters={FILTERS}
          toolbarFilters={
            <LateCustomerSelect
              label="Customer"
              placeholder="All customers"
              className={classes.customerFilter ?? ''}
              value={search.cid ?? ''}
              onChange={(cid) => change({ cid })}
            />
          }
          onOpen={({ id }) => open({ show: id })}
          rowActions={(user) => <UserActions user={user} onAct={act} />}
          empty={{ title: 'No users yet', text: 'Accounts that you add or import are listed here.' }}
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
  const download = useMutation({ mutationFn: () => downloadUsers(search) });
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload {...icon} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Export
      </Button>
      <ImportButton known={imports} isOpen={search.edit === 'import'} onOpen={onImport} />
      <Button leftSection={<IconUserPlus {...icon} />} onClick={onAdd}>
        Add user
      </Button>
    </>
  );
}
