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
    .values({ id: newId(), ...key, revoked_at: null, last_used_at: null })
    .execute();
}

export type ListedKey = {
  prefix: string;
  eui: string | null;
  customer: string | null;
  label: string;
  created_at: number;
  revoked_at: number | null;
  last_used_at: number | null;
};

/** All keys, newest first; never the keys themselves, which nobody has. */
export function listAccessKeys(accounts: AccountsDb): Promise<ListedKey[]> {
  return accounts
    .selectFrom('access_keys as key')
    .leftJoin('outlets', 'outlets.id', 'key.outlet_id')
    .leftJoin('customers', 'customers.id', 'key.customer_id')
    .select(['key.prefix', 'outlets.eui', 'customers.name as customer', 'key.label'])
    .select(['key.created_at', 'key.revoked_at', 'key.last_used_at'])
    .orderBy('key.created_at', 'desc')
    .orderBy('key.prefix')
    .execute();
}

export function findKeysByPrefix(
  accounts: AccountsDb,
  prefix: string,
): Promise<{ id: string; revoked_at: number | null }[]> {
  return accounts.selectFrom('access_keys').select(['id', 'revoked_at']).where('prefix', '=', prefix).execute();
}

export async function revokeAccessKey(accounts: AccountsDb, id: string, atMs: number): Promise<void> {
  await accounts.updateTable('access_keys').set({ revoked_at: atMs }).where('id', '=', id).execute();
}
