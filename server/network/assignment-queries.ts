import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
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

/** Where an outlet stood, oldest first. */
export function findAssignments(tx: Tx, outletId: string): Promise<AssignmentRow[]> {
  return tx
    .selectFrom('outlet_assignments')
    .select(['id', 'outlet_id', 'customer_id', 'venue_id', 'from_at', 'to_at'])
    .where('outlet_id', '=', outletId)
    .orderBy('from_at')
    .execute();
}

export async function endAssignment(tx: Tx, id: string, atMs: number): Promise<void> {
  await tx.updateTable('outlet_assignments').set({ to_at: atMs }).where('id', '=', id).execute();
}

export async function insertAssignment(tx: Tx, row: Omit<AssignmentRow, 'id' | 'to_at'>): Promise<void> {
  await tx
    .insertInto('outlet_assignments')
    .values({ id: newId(), ...row, to_at: null })
    .execute();
}
