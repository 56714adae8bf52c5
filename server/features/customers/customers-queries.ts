import { type ExpressionBuilder, sql } from 'kysely';
import type { CustomerKind } from '#contract/customers.ts';
import type { CUSTOMER_SORTS } from '#contract/table-choices.ts';
import { nameKey } from '#domain/name-key.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { inPages } from '../../exports/in-pages.ts';
import { readSort } from '../../http/read-page.ts';
import { inGroups } from '../../lib/in-groups.ts';
import { inOrderOf } from '../../lib/in-order-of.ts';
import { isCustomerLike } from '../../network/customer-name-queries.ts';
import { countHeldOutlets } from './held-outlets-queries.ts';

type CustomerSort = (typeof CUSTOMER_SORTS)[number];

export type CustomerFilter = {
  readonly q: string;
  readonly kind: CustomerKind | undefined;
  readonly retired: boolean;
  readonly sort: CustomerSort | `-${CustomerSort}`;
};

/** Selects customers with their related data at `nowMs`, except outlets, which `countHeldOutlets` counts in steps. */
const customers = (accounts: AccountsDb, nowMs: number) =>
  accounts
    .selectFrom('customers as customer')
    .selectAll('customer')
    .select(({ selectFrom }) => [
      selectFrom('venues')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('venues.customer_id', '=', 'customer.id')
        .as('venues'),
      selectFrom('campaigns')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('campaigns.customer_id', '=', 'customer.id')
        .as('campaigns'),
      selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('users.customer_id', '=', 'customer.id')
        .where('users.deleted_at', 'is', null)
        .as('accounts'),
      selectFrom('owner_shares as share')
        .select('share.share_ppm')
        .whereRef('share.customer_id', '=', 'customer.id')
        .where('share.valid_from', '<=', nowMs)
        .orderBy('share.valid_from', 'desc')
        .limit(1)
        .as('share_ppm'),
      selectFrom('owner_shares as share')
        .select(({ fn }) => fn.max('share.valid_from').as('from'))
        .whereRef('share.customer_id', '=', 'customer.id')
        .where('share.valid_from', '<=', nowMs)
        .as('share_from'),
    ]);

export type CustomerRow = NonNullable<Awaited<ReturnType<typeof findCustomer>>>;

const ORDER = {
  name: 'customer.find_key',
  category: 'customer.category',
  created_at: 'customer.created_at',
} as const satisfies Partial<Record<CustomerSort, string>>;

type Page = { readonly limit: number; readonly offset: number };

/** Returns a function that reads pages of the matching customers, in the filter's order; ties are sorted by name. */
export function customerPages(
  accounts: AccountsDb,
  filter: CustomerFilter,
  nowMs: number,
): (page: Page) => Promise<readonly CustomerRow[]> {
  const { name, direction } = readSort(filter.sort);
  if (name !== 'outlets') return (page) => findPage(accounts, filter, { ...page, nowMs });
  let order: Promise<readonly string[]> | null = null;
  return async ({ limit, offset }) => {
    order ??= orderByOutlets(accounts, filter, { direction, nowMs });
    return findCustomersOf(accounts, (await order).slice(offset, offset + limit), nowMs);
  };
}

type Customers = ExpressionBuilder<AccountsSchema & { customer: AccountsSchema['customers'] }, 'customer'>;

function findPage(accounts: AccountsDb, filter: CustomerFilter, page: Page & { readonly nowMs: number }) {
  const { name, direction } = readSort(filter.sort);
  return customers(accounts, page.nowMs)
    .where(matches(filter))
    .orderBy(sql.ref(ORDER[name === 'outlets' ? 'name' : name]), direction)
    .orderBy('customer.find_key')
    .orderBy('customer.name_key')
    .orderBy('customer.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** Returns the ids of all matches, in the order of their outlet counts. */
async function orderByOutlets(
  accounts: AccountsDb,
  filter: CustomerFilter,
  { direction, nowMs }: { readonly direction: 'asc' | 'desc'; readonly nowMs: number },
): Promise<readonly string[]> {
  const ids: string[] = [];
  const byName = (page: Page) =>
    accounts
      .selectFrom('customers as customer')
      .select('customer.id')
      .where(matches(filter))
      .orderBy('customer.find_key')
      .orderBy('customer.name_key')
      .orderBy('customer.id')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
  for await (const { id } of inPages(byName)) ids.push(id);
  const outlets = await countHeldOutlets(accounts, { by: 'customer_id', ids, when: 'now', nowMs });
  const sign = direction === 'asc' ? 1 : -1;
  return ids.toSorted((one, other) => sign * ((outlets.get(one) ?? 0) - (outlets.get(other) ?? 0)));
}

/** Finds customers, in the order of the ids. */
async function findCustomersOf(accounts: AccountsDb, ids: readonly string[], nowMs: number): Promise<CustomerRow[]> {
  const rows = await inGroups(ids, (group) => customers(accounts, nowMs).where('customer.id', 'in', group).execute());
  return inOrderOf(ids, rows);
}

export async function countCustomers(accounts: AccountsDb, filter: CustomerFilter): Promise<number> {
  const row = await accounts
    .selectFrom('customers as customer')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matches(filter))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

const matches =
  ({ q, kind, retired }: CustomerFilter) =>
  (where: Customers) =>
    where.and([
      where('customer.deleted_at', retired ? 'is not' : 'is', null),
      ...(kind === undefined ? [] : [where('customer.kind', '=', kind)]),
      ...(q.trim() === '' ? [] : [isCustomerLike('customer.find_key', q)]),
    ]);

export const findCustomer = (accounts: AccountsDb, id: string, nowMs: number) =>
  customers(accounts, nowMs).where('customer.id', '=', id).executeTakeFirst();

/** Finds another customer with the same name that is not retired. */
export const findNamesake = (accounts: AccountsDb, name: string, exceptId: string) =>
  accounts
    .selectFrom('customers')
    .select(['id', 'name'])
    .where('name_key', '=', nameKey(name))
    .where('deleted_at', 'is', null)
    .where('id', '<>', exceptId)
    .executeTakeFirst();

export async function setRetired(accounts: AccountsDb, id: string, atMs: number | null): Promise<void> {
  await accounts.updateTable('customers').set({ deleted_at: atMs }).where('id', '=', id).execute();
}

/** Counts the advertiser's current and future flights. */
export async function countOpenFlights(accounts: AccountsDb, customerId: string, nowMs: number): Promise<number> {
  const row = await accounts
    .selectFrom('flights')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('campaigns.customer_id', '=', customerId)
    .where('flights.ends_at', '>', nowMs)
    .where('flights.state', 'in', ['in_review', 'approved'])
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export const findShares = (accounts: AccountsDb, customerId: string) =>
  accounts
    .selectFrom('owner_shares')
    .select(['share_ppm', 'valid_from'])
    .where('customer_id', '=', customerId)
    .orderBy('valid_from', 'desc')
    .limit(200)
    .execute();

export type VenueRow = NonNullable<Awaited<ReturnType<typeof findVenue>>>;

/** Finds a customer's first 500 venues by name. */
export const findVenues = (accounts: AccountsDb, customerId: string) =>
  accounts
    .selectFrom('venues')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('name_key')
    .limit(500)
    .execute();

export const findVenue = (accounts: AccountsDb, id: string) =>
  accounts.selectFrom('venues').selectAll().where('id', '=', id).executeTakeFirst();

/** Finds another of the customer's venues with that name. */
export const findVenueNamesake = (accounts: AccountsDb, customerId: string, name: string, exceptId: string) =>
  accounts
    .selectFrom('venues')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('name_key', '=', nameKey(name))
    .where('id', '<>', exceptId)
    .executeTakeFirst();
