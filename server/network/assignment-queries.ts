import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

type Tx = Transaction<AccountsSchema>;

export type AssignmentRow = {
  id: string;
  outlet_id: string;
  customer_id: string;
  venue_id: string;
  from_at: number;
  to_at: number | null;
};

/** Finds an outlet's assignments, oldest first. */
export function findAssignments(tx: Tx, outletId: string): Promise<AssignmentRow[]> {
  return tx
    .selectFrom('outlet_assignments')
    .select(['id', 'outlet_id', 'customer_id', 'venue_id', 'from_at', 'to_at'])
    .where('outlet_id', '=', outletId)
    .orderBy('from_at')
    .execute();
}

export type PlaceRow = Awaited<ReturnType<typeof findPlaces>>[number];

/** Finds an outlet's past, current and future assignments, newest first, with the names of customers and venues. */
export const findPlaces = (accounts: AccountsDb, outletId: string) =>
  accounts
    .selectFrom('outlet_assignments as place')
    .innerJoin('customers as customer', 'customer.id', 'place.customer_id')
    .innerJoin('venues as venue', 'venue.id', 'place.venue_id')
    .select(['place.id', 'place.from_at', 'place.to_at', 'place.customer_id', 'place.venue_id'])
    .select(['customer.name as customer', 'customer.key as customer_key'])
    .select(['venue.name as venue', 'venue.type', 'venue.time_zone'])
    .where('place.outlet_id', '=', outletId)
    .orderBy('place.from_at', 'desc')
    .execute();

export async function deleteAssignment(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('outlet_assignments').where('id', '=', id).execute();
}

export async function reopenAssignment(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('outlet_assignments').set({ to_at: null }).where('id', '=', id).execute();
}

/** Finds a venue to which an outlet can be assigned, and the venue's customer. Returns undefined for an unknown ID. */
export const findDestination = (accounts: AccountsDb, venueId: string) =>
  accounts
    .selectFrom('venues as venue')
    .innerJoin('customers as customer', 'customer.id', 'venue.customer_id')
    .select(['venue.id as venue_id', 'venue.name as venue', 'venue.time_zone'])
    .select(['customer.id as customer_id', 'customer.name as customer', 'customer.deleted_at'])
    .where('venue.id', '=', venueId)
    .executeTakeFirst();

export async function endAssignment(tx: Tx, id: string, atMs: number): Promise<void> {
  await tx.updateTable('outlet_assignments').set({ to_at: atMs }).where('id', '=', id).execute();
}

export async function insertAssignment(tx: Tx, row: Omit<AssignmentRow, 'id' | 'to_at'>): Promise<void> {
  await tx
    .insertInto('outlet_assignments')
    .values({ id: newId(), ...row, to_at: null })
    .execute();
}
