import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { nameKey } from '#domain/name-key.ts';
import type { StoredRole } from '#domain/role.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { containsText } from '../../databases/accounts/contains-text.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { isCustomerLike } from '../../network/customer-name-queries.ts';
import { shownUsers } from '../../people/shown-rows-queries.ts';

type UserTable = AccountsSchema['users'];
export type UserRow = Selectable<UserTable> & { customer_name: string | null };

export type UserFilter = {
  readonly q: string;
  readonly role: StoredRole | undefined;
  readonly status: 'active' | 'pending' | 'disabled' | 'deleted' | undefined;
  readonly customer_id: string | undefined;
  /** If true, only public fields of other people's accounts are searched, sorted and read. */
  readonly isVisit: boolean;
};

const SEARCHED = ['users.name_key', 'users.email_key', 'users.email', 'users.phone_number'] as const;

const joined = (accounts: AccountsDb, isVisit: boolean) =>
  accounts.selectFrom(shownUsers(isVisit)).leftJoin('customers', 'customers.id', 'users.customer_id');

/**
 * Selects the accounts that match a filter. Every search word has to appear in the name, the address, the telephone
 * number or the customer's name.
 */
const fitting = (accounts: AccountsDb, { q, role, status, customer_id, isVisit }: UserFilter) =>
  joined(accounts, isVisit).where((eb) =>
    eb.and([
      ...nameKey(q)
        .split(' ')
        .filter((word) => word !== '')
        .map((word) =>
          eb.or([...SEARCHED.map((column) => containsText(column, word)), isCustomerLike('customers.find_key', word)]),
        ),
      ...(role === undefined ? [] : [eb('users.role', '=', role)]),
      ...(customer_id === undefined ? [] : [eb('users.customer_id', '=', customer_id)]),
      status === 'deleted' ? eb('users.deleted_at', 'is not', null) : eb('users.deleted_at', 'is', null),
      ...(status === 'disabled' ? [eb('users.disabled', '=', 1)] : []),
      ...(status === 'active' || status === 'pending'
        ? [eb('users.disabled', '=', 0), eb('users.email_verified', '=', status === 'active' ? 1 : 0)]
        : []),
    ]),
  );

/** The sort expression for each sortable column. */
const ORDER = {
  avatar: sql`case when users.avatar = '[]' then 1 else 0 end`,
  first_name: sql.ref('users.first_key'),
  last_name: sql.ref('users.last_key'),
  phone_number: sql`users.phone_number`,
  email: sql`users.email_key`,
  role: sql`users.role`,
  customer: sql`coalesce(customers.find_key, '')`,
  email_verified: sql`users.email_verified`,
  disabled: sql`users.disabled`,
  last_seen_at: sql`coalesce(users.last_seen_at, 0)`,
} as const;

export type UserOrder = { readonly name: keyof typeof ORDER; readonly direction: 'asc' | 'desc' };

export async function countUsers(accounts: AccountsDb, filter: UserFilter): Promise<number> {
  const { count } = await fitting(accounts, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Finds a page of accounts. The id breaks ties, so that pages neither repeat nor skip an account. */
export const findUsers = (
  accounts: AccountsDb,
  filter: UserFilter,
  { name, direction }: UserOrder,
  { limit, offset }: { limit: number; offset: number },
): Promise<UserRow[]> =>
  fitting(accounts, filter)
    .selectAll('users')
    .select('customers.name as customer_name')
    .orderBy(ORDER[name], direction)
    .orderBy('users.name_key')
    .orderBy('users.id')
    .limit(limit)
    .offset(offset)
    .execute();

/** Finds an account, even a deleted one. */
export const findUser = (accounts: AccountsDb, id: string, isVisit = false): Promise<UserRow | undefined> =>
  joined(accounts, isVisit)
    .where('users.id', '=', id)
    .selectAll('users')
    .select('customers.name as customer_name')
    .executeTakeFirst();

/** Finds the account with the address, unless it is deleted. */
export const findUserByEmail = (accounts: AccountsDb, emailKey: string): Promise<UserRow | undefined> =>
  joined(accounts, false)
    .where('users.email_key', '=', emailKey)
    .where('users.deleted_at', 'is', null)
    .selectAll('users')
    .select('customers.name as customer_name')
    .executeTakeFirst();

export async function insertUser(accounts: AccountsDb, user: Insertable<UserTable>): Promise<void> {
  await accounts.insertInto('users').values(user).execute();
}

export async function updateUser(accounts: AccountsDb, id: string, change: Updateable<UserTable>): Promise<void> {
  await accounts.updateTable('users').set(change).where('id', '=', id).execute();
}

export const findCustomer = (accounts: AccountsDb, id: string) =>
  accounts
    .selectFrom('customers')
    .select(['id', 'name', 'kind'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

const MOST_CUSTOMERS = 50;

/** Finds customers by part of the name, or the customer with the id. */
export const findCustomers = (
  accounts: AccountsDb,
  { q, kind, customer_id }: { q: string; kind: 'property' | 'advertiser' | undefined; customer_id: string | undefined },
) =>
  accounts
    .selectFrom('customers')
    .select(['id', 'name', 'kind'])
    .where('deleted_at', 'is', null)
    .$if(customer_id !== undefined, (query) => query.where('id', '=', customer_id ?? ''))
    .$if(customer_id === undefined, (query) => query.where(isCustomerLike('find_key', q)))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'property'))
    .orderBy('find_key')
    .orderBy('name_key')
    .limit(MOST_CUSTOMERS)
    .execute();

export async function insertViewSession(
  accounts: AccountsDb,
  session: Insertable<AccountsSchema['sessions']>,
): Promise<void> {
  await accounts.insertInto('sessions').values(session).execute();
}

/** Finds the accounts with these addresses that are not deleted. */
export const findUsersByEmail = (accounts: AccountsDb, emailKeys: readonly string[]): Promise<UserRow[]> =>
  joined(accounts, false)
    .where('users.email_key', 'in', emailKeys)
    .where('users.deleted_at', 'is', null)
    .selectAll('users')
    .select('customers.name as customer_name')
    .execute();

/** Finds the accounts, including deleted ones, that lines with these hashes created or last changed. */
export const findImported = (accounts: AccountsDb, hashes: readonly string[]) =>
  accounts.selectFrom('users').select(['email_key', 'import_hash']).where('import_hash', 'in', hashes).execute();

export const findCustomersById = (accounts: AccountsDb, ids: readonly string[]) =>
  accounts
    .selectFrom('customers')
    .select(['id', 'name', 'name_key', 'kind'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
