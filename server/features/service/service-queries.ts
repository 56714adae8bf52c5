import { FAULT_DAYS } from '#contract/service.ts';
import { DAY_MS } from '#domain/durations.ts';
import type { Scope } from '#domain/role.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** Returns the owner whose outlets a scope includes; null means all owners. Advertisers have no outlets. */
const ownerOf = (scope: Scope): string | null => (scope.kind === 'all' ? null : scope.customerId);

/** Selects outlets that currently have a place and are not retired. */
function inService(accounts: AccountsDb, scope: Scope, nowMs: number) {
  const owner = ownerOf(scope);
  return accounts
    .selectFrom('outlets as outlet')
    .innerJoin('outlet_assignments as place', 'place.outlet_id', 'outlet.id')
    .innerJoin('customers as customer', 'customer.id', 'place.customer_id')
    .innerJoin('venues as venue', 'venue.id', 'place.venue_id')
    .where('outlet.retired_at', 'is', null)
    .where('place.from_at', '<=', nowMs)
    .where((where) => where.or([where('place.to_at', 'is', null), where('place.to_at', '>', nowMs)]))
    .$if(owner !== null, (query) => query.where('place.customer_id', '=', owner ?? ''));
}

/**
 * Finds the keys of outlets with a fault in the last days. An owner does not see faults from a previous owner's time.
 */
export async function findFaultyOutlets(accounts: AccountsDb, scope: Scope, nowMs: number): Promise<Set<number>> {
  const owner = ownerOf(scope);
  const rows = await accounts
    .selectFrom('outlet_faults as fault')
    .select('fault.outlet_key')
    .distinct()
    .where('fault.at', '>', nowMs - FAULT_DAYS * DAY_MS)
    .where('fault.kind', '<>', 'power_back')
    .$if(owner !== null, (query) =>
      query
        .innerJoin('outlets as outlet', 'outlet.key', 'fault.outlet_key')
        .innerJoin('outlet_assignments as held', 'held.outlet_id', 'outlet.id')
        .where('held.customer_id', '=', owner ?? '')
        .whereRef('fault.at', '>=', 'held.from_at')
        .where((where) => where.or([where('held.to_at', 'is', null), where('fault.at', '<', where.ref('held.to_at'))])),
    )
    .execute();
  return new Set(rows.map((row) => row.outlet_key));
}

export type ServedRow = {
  readonly id: string;
  readonly key: number;
  readonly eui: string;
  readonly label: string;
  readonly last_seen_at: number | null;
  readonly customer_id: string;
  readonly customer: string;
  readonly venue_id: string;
  readonly venue: string;
  readonly time_zone: string;
};

export const findServedById = (
  accounts: AccountsDb,
  scope: Scope,
  id: string,
  nowMs: number,
): Promise<ServedRow | undefined> =>
  selected(inService(accounts, scope, nowMs))
    .where('outlet.id', '=', id)
    .executeTakeFirst();

const selected = (query: ReturnType<typeof inService>) =>
  query
    .select(['outlet.id', 'outlet.key', 'outlet.eui', 'outlet.label', 'outlet.last_seen_at'])
    .select(['customer.id as customer_id', 'customer.name as customer'])
    .select(['venue.id as venue_id', 'venue.name as venue', 'venue.time_zone']);

/** Finds the outlets' faults, newest first. */
export const findFaultsOf = (
  accounts: AccountsDb,
  outletKeys: readonly number[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
) =>
  accounts
    .selectFrom('outlet_faults')
    .select(['outlet_key', 'kind', 'at'])
    .where('outlet_key', 'in', outletKeys)
    .where('at', '>=', fromMs)
    .where('at', '<', toMs)
    .orderBy('at', 'desc')
    .execute();

/** Finds past and current places of outlets, newest first. An owner sees only its own places. */
export function findServicePlaces(accounts: AccountsDb, scope: Scope, outletIds: readonly string[]) {
  const owner = ownerOf(scope);
  return accounts
    .selectFrom('outlet_assignments as place')
    .innerJoin('customers as customer', 'customer.id', 'place.customer_id')
    .innerJoin('venues as venue', 'venue.id', 'place.venue_id')
    .select(['place.outlet_id', 'place.from_at', 'place.to_at'])
    .select(['customer.name as customer', 'venue.name as venue', 'venue.time_zone'])
    .where('place.outlet_id', 'in', outletIds)
    .$if(owner !== null, (query) => query.where('place.customer_id', '=', owner ?? ''))
    .orderBy('place.from_at', 'desc')
    .execute();
}

type Keys = { readonly fromKey: number; readonly toKey: number };

export async function findHighestOutletKey(accounts: AccountsDb): Promise<number | null> {
  const row = await accounts
    .selectFrom('outlets')
    .select(({ fn }) => fn.max('key').as('key'))
    .executeTakeFirst();
  return row?.key ?? null;
}

/** Selects outlets by key, which is the storage order. */
const outletsBetween = (accounts: AccountsDb, { fromKey, toKey }: Keys) =>
  accounts.selectFrom('outlets').select('key').where('key', '>=', fromKey).where('key', '<', toKey);

/** Deletes old hours of contact and of arrival. */
export async function deleteHoursBefore(accounts: AccountsDb, keys: Keys, hour: number): Promise<void> {
  for (const table of ['contact_hours', 'arrival_hours'] as const)
    await accounts
      .deleteFrom(table)
      .where('outlet_key', 'in', outletsBetween(accounts, keys))
      .where('hour', '<', hour)
      .execute();
}

export async function deleteImplausibleBefore(accounts: AccountsDb, keys: Keys, atMs: number): Promise<void> {
  await accounts
    .deleteFrom('implausible_readings')
    .where('outlet_key', 'in', outletsBetween(accounts, keys))
    .where('at', '<', atMs)
    .execute();
}

export async function deleteFaultsBefore(accounts: AccountsDb, keys: Keys, atMs: number): Promise<void> {
  await accounts
    .deleteFrom('outlet_faults')
    .where('outlet_key', 'in', outletsBetween(accounts, keys))
    .where('at', '<', atMs)
    .execute();
}
