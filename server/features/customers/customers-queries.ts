import { type ExpressionBuilder, sql } from 'kysely';
import type { CustomerKind } from '#contract/customers.ts';
import type { CUSTOMER_SORTS } from '#contract/table-choices.ts';
import { nameKey } from '#domain/name-key.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { readSort } from '../../http/read-page.ts';
import { isCustomerLike } from '../../network/customer-name-queries.ts';
import { isHeldAt, standsAt, standsFrom } from '../../network/standing.ts';

type CustomerSort = (typeof CUSTOMER_SORTS)[number];

export type CustomerFilter = {
  readonly q: string;
  readonly kind: CustomerKind | undefined;
  readonly retired: boolean;
  readonly sort: CustomerSort | `-${CustomerSort}`;
};

/** Customers with what they have at the instant. */
const customers = (accounts: AccountsDb, nowMs: number) =>
  accounts
    .selectFrom('customers as customer')
    .selectAll('customer')
    .select(({ selectFrom }) => [
      // Along an index alone: all that are held, without those that are retired.
      sql<number>`${selectFrom('outlet_assignments as place')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('place.customer_id', '=', 'customer.id')
        .where(isHeldAt(nowMs))} - ${selectFrom('outlet_assignments as place')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('place.customer_id', '=', 'customer.id')
        .where(isHeldAt(nowMs))
        .where('place.outlet_id', 'in', (where) =>
          where
            .selectFrom('outlets as retired')
            .select('retired.id')
            .where('retired.retired_at', 'is not', null)
            .where('retired.retired_at', '<=', nowMs),
        )}`.as('outlets'),
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

export type CustomerRow = Awaited<ReturnType<typeof findCustomerPage>>[number];

const ORDER = {
  name: 'customer.name_key',
  category: 'customer.category',
  outlets: 'outlets',
  created_at: 'customer.created_at',
} as const satisfies Record<CustomerSort, string>;

/** Rows of a filter, in its order; ties by name. */
export function findCustomerPage(
  accounts: AccountsDb,
  filter: CustomerFilter,
  { nowMs, limit, offset }: { nowMs: number; limit: number; offset: number },
) {
  const { name, direction } = readSort(filter.sort);
  return customers(accounts, nowMs)
    .where(matches(filter))
    .orderBy(sql.ref(ORDER[name]), direction)
    .orderBy('customer.name_key')
    .orderBy('customer.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countCustomers(accounts: AccountsDb, filter: CustomerFilter): Promise<number> {
  const row = await accounts
    .selectFrom('customers as customer')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matches(filter))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

type Customers = ExpressionBuilder<AccountsSchema & { customer: AccountsSchema['customers'] }, 'customer'>;

const matches =
  ({ q, kind, retired }: CustomerFilter) =>
  (where: Customers) =>
    where.and([
      where('customer.deleted_at', retired ? 'is not' : 'is', null),
      ...(kind === undefined ? [] : [where('customer.kind', '=', kind)]),
      ...(q.trim() === '' ? [] : [isCustomerLike('customer.find_key', q)]),
    ]);

export const findCustomer = (accounts: AccountsDb, id: string, nowMs: number): Promise<CustomerRow | undefined> =>
  customers(accounts, nowMs).where('customer.id', '=', id).executeTakeFirst();

/** A live customer of the name, other than the one given. */
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

/** Outlets in service that stand at the customer's, now or later. */
export async function countStandingOutlets(accounts: AccountsDb, customerId: string, nowMs: number): Promise<number> {
  const row = await accounts
    .selectFrom('outlet_assignments as place')
    .innerJoin('outlets', 'outlets.id', 'place.outlet_id')
    .select(({ fn }) => fn.count<number>('place.outlet_id').distinct().as('count'))
    .where('place.customer_id', '=', customerId)
    .where(standsFrom(nowMs))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Flights of the advertiser that run, or will. */
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

const venues = (accounts: AccountsDb, nowMs: number) =>
  accounts
    .selectFrom('venues as venue')
    .selectAll('venue')
    .select(({ selectFrom }) =>
      selectFrom('outlet_assignments as place')
        .innerJoin('outlets', 'outlets.id', 'place.outlet_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('place.venue_id', '=', 'venue.id')
        .where(standsAt(nowMs))
        .as('outlets'),
    );

export type VenueRow = Awaited<ReturnType<typeof findVenues>>[number];

/** A customer's venues by name, the first 500. */
export const findVenues = (accounts: AccountsDb, customerId: string, nowMs: number) =>
  venues(accounts, nowMs).where('venue.customer_id', '=', customerId).orderBy('venue.name_key').limit(500).execute();

export const findVenue = (accounts: AccountsDb, id: string, nowMs: number): Promise<VenueRow | undefined> =>
  venues(accounts, nowMs).where('venue.id', '=', id).executeTakeFirst();

/** A venue of the customer with that name, other than the one given. */
export const findVenueNamesake = (accounts: AccountsDb, customerId: string, name: string, exceptId: string) =>
  accounts
    .selectFrom('venues')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('name_key', '=', nameKey(name))
    .where('id', '<>', exceptId)
    .executeTakeFirst();
