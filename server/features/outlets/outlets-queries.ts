import { type ExpressionBuilder, sql } from 'kysely';
import { fieldNames, VENUE_FIELDS } from '#contract/editable-fields.ts';
import type { OutletStatus } from '#contract/outlets.ts';
import type { OUTLET_SORTS } from '#contract/table-choices.ts';
import { nameKey } from '#domain/name-key.ts';
import { LATE_AFTER_MS, OFFLINE_AFTER_MS } from '#domain/outlet-status.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { containsAnyCase, containsText } from '../../databases/accounts/contains-text.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { readSort } from '../../http/read-page.ts';
import { isCustomerLike } from '../../network/customer-name-queries.ts';

type OutletSort = (typeof OUTLET_SORTS)[number];

export type OutletFilter = {
  readonly q: string;
  /** Undefined means in service. */
  readonly status: OutletStatus | undefined;
  /** The venue's type. */
  readonly venue_type: string | undefined;
  readonly customer_id: string | undefined;
  readonly sort: OutletSort | `-${OutletSort}`;
};

/** Named `venue_name` and so on. */
const VENUE_COLUMNS = fieldNames(VENUE_FIELDS).map((name) =>
  sql<string | number | null>`${sql.ref(`venue.${name}`)}`.as(`venue_${name}` as const),
);

/** Selects outlets with the place that is valid at `nowMs`, or the first one after it. */
const placed = (accounts: AccountsDb, nowMs: number) =>
  accounts
    .selectFrom('outlets as outlet')
    .leftJoin('outlet_assignments as place', (join) =>
      join
        .onRef('place.outlet_id', '=', 'outlet.id')
        .on((on) =>
          on.and([
            on.or([on('place.to_at', 'is', null), on('place.to_at', '>', nowMs)]),
            on.not(
              on.exists(
                on
                  .selectFrom('outlet_assignments as earlier')
                  .select('earlier.id')
                  .whereRef('earlier.outlet_id', '=', 'place.outlet_id')
                  .whereRef('earlier.from_at', '<', 'place.from_at')
                  .where('earlier.to_at', '>', nowMs),
              ),
            ),
          ]),
        ),
    )
    .leftJoin('customers as customer', 'customer.id', 'place.customer_id')
    .leftJoin('venues as venue', 'venue.id', 'place.venue_id');

const outlets = (accounts: AccountsDb, nowMs: number) =>
  placed(accounts, nowMs)
    .selectAll('outlet')
    .select(['place.from_at', 'customer.id as customer_id', 'customer.name as customer', 'customer.deleted_at'])
    .select(['venue.id as venue_id', 'venue.name as venue', 'venue.type as type_of_venue', 'venue.time_zone'])
    .select(VENUE_COLUMNS)
    .select(({ selectFrom }) =>
      selectFrom('access_keys as key')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('key.outlet_id', '=', 'outlet.id')
        .where('key.revoked_at', 'is', null)
        .where((where) => where.or([where('key.expires_at', 'is', null), where('key.expires_at', '>', nowMs)]))
        .as('keys'),
    );

export type OutletRow = Awaited<ReturnType<typeof findOutletPage>>[number];

/** Separator that sorts before any letter, so that a name precedes longer names that begin with the same words. */
const BETWEEN = '\u0001';

/** Sort expressions, with which both engines sort unknown values first. */
const ORDER = {
  eui: sql.ref('outlet.eui'),
  customer: sql`coalesce(customer.find_key || ${BETWEEN} || customer.name_key, '')`,
  venue: sql`coalesce(venue.find_key || ${BETWEEN} || venue.name_key, '')`,
  last_seen: sql`coalesce(outlet.last_seen_at, 0)`,
} as const;

/** Finds a page of the matching outlets, in the filter's order; ties are sorted by EUI. */
export function findOutletPage(
  accounts: AccountsDb,
  filter: OutletFilter,
  { nowMs, limit, offset }: { nowMs: number; limit: number; offset: number },
) {
  const { name, direction } = readSort(filter.sort);
  return outlets(accounts, nowMs)
    .where(matches(accounts, filter, nowMs))
    .orderBy(ORDER[name], direction)
    .orderBy('outlet.eui')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countOutlets(accounts: AccountsDb, filter: OutletFilter, nowMs: number): Promise<number> {
  const row = await placed(accounts, nowMs)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matches(accounts, filter, nowMs))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

type Nullable<Table> = { [Column in keyof Table]: Table[Column] | null };
type Outlets = ExpressionBuilder<
  AccountsSchema & { outlet: AccountsSchema['outlets'] } & {
    place: Nullable<AccountsSchema['outlet_assignments']>;
    customer: Nullable<AccountsSchema['customers']>;
    venue: Nullable<AccountsSchema['venues']>;
  },
  'outlet' | 'place' | 'customer' | 'venue'
>;

const matches =
  (accounts: AccountsDb, { q, status, venue_type: type, customer_id: customerId }: OutletFilter, nowMs: number) =>
  (where: Outlets) =>
    where.and([
      hasStatus(where, status, nowMs),
      ...(type === undefined ? [] : [where('venue.type', '=', type)]),
      ...(customerId === undefined ? [] : [where('customer.id', '=', customerId)]),
      ...(q.trim() === '' ? [] : [where.or(wanted(accounts, q))]),
    ]);

/** Matches the text in an EUI (with or without separators), a label, or the name of the customer or venue. */
function wanted(accounts: AccountsDb, q: string) {
  const key = nameKey(q);
  const eui = key.replace(/[-:\s]/g, '');
  return [
    ...(/^[0-9a-f]+$/.test(eui) ? [containsText('outlet.eui', eui)] : []),
    containsAnyCase(accounts, 'outlet.label', key),
    isCustomerLike('customer.find_key', q),
    containsText('venue.name_key', key),
  ];
}

/** Whether an outlet has this status. Uses the same limits as `outletStatus` in the domain. */
function hasStatus(where: Outlets, status: OutletStatus | undefined, nowMs: number) {
  if (status === 'retired') return where('outlet.retired_at', 'is not', null);
  const inService = where('outlet.retired_at', 'is', null);
  const seen = 'outlet.last_seen_at';
  const [lateFrom, offlineFrom] = [nowMs - LATE_AFTER_MS, nowMs - OFFLINE_AFTER_MS];
  if (status === undefined) return inService;
  if (status === 'never') return where.and([inService, where(seen, 'is', null)]);
  if (status === 'online') return where.and([inService, where(seen, '>', lateFrom)]);
  if (status === 'offline') return where.and([inService, where(seen, '<=', offlineFrom)]);
  return where.and([inService, where(seen, '<=', lateFrom), where(seen, '>', offlineFrom)]);
}

/** Finds outlets by id, in no particular order. */
export const findOutletsByIds = (accounts: AccountsDb, ids: readonly string[], nowMs: number): Promise<OutletRow[]> =>
  outlets(accounts, nowMs).where('outlet.id', 'in', ids).execute();

export const findOutlet = (accounts: AccountsDb, id: string, nowMs: number): Promise<OutletRow | undefined> =>
  outlets(accounts, nowMs).where('outlet.id', '=', id).executeTakeFirst();

/** Finds the first hundred venue types in use. */
export async function findVenueTypes(accounts: AccountsDb): Promise<string[]> {
  const rows = await accounts
    .selectFrom('venues')
    .select('type')
    .distinct()
    .where('type', '<>', '')
    .orderBy('type')
    .limit(100)
    .execute();
  return rows.map(({ type }) => type);
}

export const findOutletByEui = (accounts: AccountsDb, eui: string) =>
  accounts.selectFrom('outlets').select(['id', 'retired_at']).where('eui', '=', eui).executeTakeFirst();

/** Returns an outlet's key in the events store. */
export async function findOutletKey(accounts: AccountsDb, id: string): Promise<number> {
  return (await accounts.selectFrom('outlets').select('key').where('id', '=', id).executeTakeFirstOrThrow()).key;
}

export async function setRetired(accounts: AccountsDb, id: string, atMs: number | null): Promise<void> {
  await accounts.updateTable('outlets').set({ retired_at: atMs }).where('id', '=', id).execute();
}
