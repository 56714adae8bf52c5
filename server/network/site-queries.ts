import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { CUSTOMER_FIELDS, OUTLET_FIELDS, ValuesOf, VENUE_FIELDS } from '#contract/editable-fields.ts';
import { findKey } from '#domain/find-by-name.ts';
import { nameKey } from '#domain/name-key.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

type Tx = Transaction<AccountsSchema>;

export type CustomerTexts = ValuesOf<typeof CUSTOMER_FIELDS>;
export type CustomerRow = CustomerTexts & {
  id: string;
  name_key: string;
  find_key: string;
  kind: 'property' | 'advertiser';
};

/** Returns the name columns for a customer or venue row. */
export const namesOf = (name: string) => ({ name, name_key: nameKey(name), find_key: findKey(name) });

export async function insertCustomer(
  tx: Tx,
  row: Omit<CustomerRow, 'id' | 'name_key' | 'find_key'>,
  nowMs: number,
): Promise<string> {
  const id = newId();
  const times = { created_at: nowMs, updated_at: nowMs, deleted_at: null };
  await tx
    .insertInto('customers')
    .values({ id, ...row, ...namesOf(row.name), ...times })
    .execute();
  return id;
}

export async function updateCustomer(tx: Tx, id: string, change: CustomerTexts): Promise<void> {
  await tx
    .updateTable('customers')
    .set({ ...change, ...namesOf(change.name) })
    .where('id', '=', id)
    .execute();
}

export type VenueFields = Omit<ValuesOf<typeof VENUE_FIELDS>, 'name'> & { time_zone: string };
export type VenueRow = VenueFields & { id: string; customer_id: string; name: string } & VenueKeys;
type VenueKeys = { name_key: string; find_key: string };

export async function insertVenue(tx: Tx, row: Omit<VenueRow, 'id' | keyof VenueKeys>, nowMs: number): Promise<string> {
  const id = newId();
  const times = { created_at: nowMs, updated_at: nowMs };
  await tx
    .insertInto('venues')
    .values({ id, ...row, ...namesOf(row.name), ...times })
    .execute();
  return id;
}

export async function updateVenue(tx: Tx, id: string, change: VenueFields & { name: string }): Promise<void> {
  await tx
    .updateTable('venues')
    .set({ ...change, ...namesOf(change.name) })
    .where('id', '=', id)
    .execute();
}

export type OutletFields = ValuesOf<typeof OUTLET_FIELDS>;
export type OutletRow = OutletFields & { id: string; eui: string; retired_at: number | null };

export async function insertOutlet(tx: Tx, row: OutletFields & { eui: string }, nowMs: number): Promise<string> {
  const id = newId();
  const rest = { last_seen_at: null, retired_at: null, created_at: nowMs, updated_at: nowMs };
  await tx
    .insertInto('outlets')
    .values({ id, ...row, ...rest })
    .execute();
  return id;
}

export async function updateOutlet(tx: Tx, id: string, fields: OutletFields): Promise<void> {
  await tx.updateTable('outlets').set(fields).where('id', '=', id).execute();
}
