import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { pageByPage, pages } from '../../memory/page-by-page.ts';

/** By id, for a table whose ids say their order. */
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
      .select(['id', 'key', 'code'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );

/** All outlets by EUI, a page at a time. */
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

/** Who had some outlets, and where, whenever that was. */
export const loadAssignmentsOf = (accounts: AccountsDb, outletIds: readonly string[]) =>
  accounts
    .selectFrom('outlet_assignments')
    .select(['outlet_id', 'customer_id', 'venue_id', 'from_at', 'to_at'])
    .where('outlet_id', 'in', outletIds)
    .execute();
