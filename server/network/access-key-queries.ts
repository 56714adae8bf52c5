import { v7 as newId } from 'uuid';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

type NewKey = {
  key_hash: string;
  prefix: string;
  outlet_id: string | null;
  customer_id: string | null;
  label: string;
  created_at: number;
};

export async function insertAccessKey(accounts: AccountsDb, key: NewKey): Promise<void> {
  await accounts
    .insertInto('access_keys')
    .values({ id: newId(), ...key, revoked_at: null, last_used_at: null, expires_at: null })
    .execute();
}

const keys = (accounts: AccountsDb) =>
  accounts
    .selectFrom('access_keys as key')
    .leftJoin('outlets', 'outlets.id', 'key.outlet_id')
    .leftJoin('customers', 'customers.id', 'key.customer_id')
    .select(['key.id', 'key.prefix', 'key.label', 'key.outlet_id', 'key.customer_id'])
    .select(['outlets.eui', 'customers.name as customer'])
    .select(['key.created_at', 'key.revoked_at', 'key.last_used_at', 'key.expires_at'])
    .orderBy('key.created_at', 'desc')
    .orderBy('key.prefix');

export type KeyRow = Awaited<ReturnType<typeof listAccessKeys>>[number];

/** Finds all keys, newest first. Only their hashes are stored, never the keys themselves. */
export const listAccessKeys = (accounts: AccountsDb) => keys(accounts).execute();

/** Finds the keys of one outlet or of one customer's gateways. */
export const findKeysOf = (accounts: AccountsDb, of: 'outlet_id' | 'customer_id', id: string): Promise<KeyRow[]> =>
  keys(accounts).where(`key.${of}`, '=', id).execute();

export const findKeyById = (accounts: AccountsDb, id: string): Promise<KeyRow | undefined> =>
  keys(accounts).where('key.id', '=', id).executeTakeFirst();

export const findKeysByPrefix = (accounts: AccountsDb, prefix: string): Promise<KeyRow[]> =>
  keys(accounts).where('key.prefix', '=', prefix).execute();

export async function setKeyRevoked(accounts: AccountsDb, id: string, atMs: number): Promise<void> {
  await accounts.updateTable('access_keys').set({ revoked_at: atMs }).where('id', '=', id).execute();
}

export async function setKeyExpiry(accounts: AccountsDb, id: string, atMs: number): Promise<void> {
  await accounts.updateTable('access_keys').set({ expires_at: atMs }).where('id', '=', id).execute();
}

/** Makes all keys of an outlet or of a customer's gateways expire at a given time, unless they end earlier. */
export async function limitKeysOf(
  accounts: AccountsDb,
  of: 'outlet_id' | 'customer_id',
  id: string,
  atMs: number,
): Promise<void> {
  await accounts
    .updateTable('access_keys')
    .set({ expires_at: atMs })
    .where(of, '=', id)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', atMs)]))
    .execute();
}

export const findOutletOfKey = (accounts: AccountsDb, id: string) =>
  accounts.selectFrom('outlets').select(['id', 'eui', 'retired_at']).where('id', '=', id).executeTakeFirst();

export const findCustomerOfKey = (accounts: AccountsDb, id: string) =>
  accounts.selectFrom('customers').select(['id', 'name', 'kind', 'deleted_at']).where('id', '=', id).executeTakeFirst();

/** Finds any outlet that the customer currently holds, as an example for a gateway's first request. */
export async function findOneEui(accounts: AccountsDb, customerId: string, nowMs: number): Promise<string> {
  const row = await accounts
    .selectFrom('outlet_assignments as place')
    .innerJoin('outlets', 'outlets.id', 'place.outlet_id')
    .select('outlets.eui')
    .where('place.customer_id', '=', customerId)
    .where('place.from_at', '<=', nowMs)
    .where((where) => where.or([where('place.to_at', 'is', null), where('place.to_at', '>', nowMs)]))
    .where('outlets.retired_at', 'is', null)
    // Order by an indexed column. Ordering by a displayed column would sort all outlets of a large customer.
    .orderBy('place.outlet_id')
    .limit(1)
    .executeTakeFirst();
  return row?.eui ?? '';
}

export type HeldKey = {
  readonly id: string;
  readonly key_hash: string;
  readonly outlet_id: string | null;
  readonly customer_id: string | null;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
  readonly expires_at: number | null;
};

/** Finds keys by their hashes. */
export const findHeldKeys = (accounts: AccountsDb, hashes: readonly string[]): Promise<HeldKey[]> =>
  accounts
    .selectFrom('access_keys')
    .select(['id', 'key_hash', 'outlet_id', 'customer_id', 'revoked_at', 'last_used_at', 'expires_at'])
    .where('key_hash', 'in', hashes)
    .execute();

export async function recordKeyUse(accounts: AccountsDb, id: string, atMs: number): Promise<void> {
  await accounts.updateTable('access_keys').set({ last_used_at: atMs }).where('id', '=', id).execute();
}
