import { nameKey } from '#domain/name-key.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { findCustomerNamed } from '../network/customer-name-queries.ts';
import { AdminError } from './admin-error.ts';

export type FoundCustomer = { id: string; name: string; kind: 'property' | 'advertiser' };

/** Finds a customer by ID or name. Throws an `AdminError` if no customer matches or the name is ambiguous. */
export async function findCustomer(accounts: AccountsDb, idOrName: string): Promise<FoundCustomer> {
  const found = await accounts
    .selectFrom('customers')
    .select(['id', 'name', 'kind'])
    .where('deleted_at', 'is', null)
    .where('id', '=', idOrName)
    .executeTakeFirst();
  if (found !== undefined) return found;
  const { one, problem } = await findCustomerNamed(accounts, idOrName, 'enter a customer ID or name');
  if (one === null) throw new AdminError(problem);
  return one;
}

export type FoundOutlet = { id: string; eui: string };

/**
 * Finds an active outlet by its EUI, with or without separators. Throws an `AdminError` if no outlet matches or the
 * outlet is retired.
 */
export async function findOutlet(accounts: AccountsDb, text: string): Promise<FoundOutlet> {
  const eui = text.toLowerCase().replace(/[-:\s]/g, '');
  if (!/^[0-9a-f]{16}$/.test(eui)) throw new AdminError(`'${text}' is not an EUI. Enter 16 hexadecimal digits.`);
  const found = await accounts
    .selectFrom('outlets')
    .select(['id', 'eui', 'retired_at'])
    .where('eui', '=', eui)
    .executeTakeFirst();
  if (found === undefined) throw new AdminError(`No outlet has the EUI ${text}. Import it with outlets.csv first.`);
  if (found.retired_at !== null) throw new AdminError(`The outlet ${text} is retired.`);
  return found;
}

export type FoundVenue = { id: string; name: string; time_zone: string };

/**
 * Finds a customer's venue by name. If no venue matches, throws an `AdminError` that lists up to ten existing venues.
 */
export async function findVenue(accounts: AccountsDb, customer: FoundCustomer, name: string): Promise<FoundVenue> {
  const venues = await accounts
    .selectFrom('venues')
    .select(['id', 'name', 'name_key', 'time_zone'])
    .where('customer_id', '=', customer.id)
    .orderBy('name_key')
    .execute();
  const found = venues.find((venue) => venue.name_key === nameKey(name));
  if (found) return found;
  const known =
    venues
      .slice(0, 10)
      .map((venue) => `'${venue.name}'`)
      .join(', ') || 'none yet; import outlets.csv first';
  throw new AdminError(`'${customer.name}' has no venue '${name}'. Its venues: ${known}.`);
}

export async function findFlightByCode(
  accounts: AccountsDb,
  code: string,
): Promise<{ id: string; code: string; campaign: string }> {
  const found = await accounts
    .selectFrom('flights')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .select(['flights.id', 'flights.code', 'campaigns.name as campaign'])
    .where('flights.code', '=', code)
    .executeTakeFirst();
  if (found === undefined)
    throw new AdminError(`No flight has the code '${code}'. Import it with campaigns.csv first.`);
  return found;
}

/** Reads a row's ID and version for `updateWithVersion`, for a command that has already looked up the row. */
export const readState =
  (table: 'customers' | 'outlets' | 'flights') =>
  (accounts: AccountsDb, id: string): Promise<{ id: string; updated_at: number } | undefined> =>
    accounts.selectFrom(table).select(['id', 'updated_at']).where('id', '=', id).executeTakeFirst();

/** Returns customer names by key, including deleted customers. */
export async function findCustomerNames(accounts: AccountsDb, keys: readonly number[]): Promise<Map<number, string>> {
  if (keys.length === 0) return new Map();
  const rows = await accounts.selectFrom('customers').select(['key', 'name']).where('key', 'in', keys).execute();
  return new Map(rows.map(({ key, name }) => [key, name]));
}
