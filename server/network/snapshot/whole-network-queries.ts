import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { pageByPage, pages } from '../../memory/page-by-page.ts';

/** Reads all rows in pages by ID, for tables whose IDs are in creation order. */
const byId = <Row extends { readonly id: string }>(read: (after: string, limit: number) => Promise<Row[]>) =>
  pageByPage(
    (after: string | null, limit) => read(after ?? '', limit),
    ({ id }) => id,
  );

export const loadCustomers = (accounts: AccountsDb) =>
  byId((after, limit) =>
    accounts
      .selectFrom('customers')
      .select(['id', 'key', 'name', 'name_key', 'kind', 'deleted_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );

export const loadVenues = (accounts: AccountsDb) =>
  byId((after, limit) =>
    accounts
      .selectFrom('venues')
      .select(['id', 'name', 'name_key', 'type', 'state', 'time_zone', 'lat', 'lng'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );

export const loadFlights = (accounts: AccountsDb) =>
  byId((after, limit) =>
    accounts
      .selectFrom('flights')
      .select(['id', 'key', 'code', 'label'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );

/** Yields all outlets by EUI, in pages. */
export const outletPages = (accounts: AccountsDb) =>
  pages(
    (after: string | null, limit) =>
      accounts
        .selectFrom('outlets')
        .select(['id', 'key', 'eui', 'label', 'lat', 'lng', 'retired_at'])
        .where('eui', '>', after ?? '')
        .orderBy('eui')
        .limit(limit)
        .execute(),
    ({ eui }) => eui,
  );

/** Finds all assignments of the outlets on a page: those with EUIs after `after`, up to and including `last`. */
export const loadAssignmentsOf = (accounts: AccountsDb, page: { readonly after: string; readonly last: string }) =>
  accounts
    .selectFrom('outlets')
    .innerJoin('outlet_assignments as held', 'held.outlet_id', 'outlets.id')
    .select(['outlets.key as outlet_key', 'held.customer_id', 'held.venue_id', 'held.from_at', 'held.to_at'])
    .where('outlets.eui', '>', page.after)
    .where('outlets.eui', '<=', page.last)
    .execute();
