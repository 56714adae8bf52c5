import type { Transaction } from 'kysely';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { endAssignment, findAssignments, insertAssignment } from './assignment-queries.ts';

type Place = {
  readonly outletId: string;
  readonly customerId: string;
  readonly venueId: string;
  readonly fromMs: number;
};

export type AssignOutcome =
  | { readonly done: 'created' | 'changed' | 'unchanged' }
  /** `sinceMs`: when the present assignment began; a new one has to begin later. */
  | { readonly refused: 'stands-there' | 'too-early'; readonly sinceMs: number };

/**
 * Puts an outlet at a venue from an instant on: the present assignment ends then. What was counted before stays with
 * whom it was counted for (security C7). An assignment that is, or was, there already changes nothing.
 */
export async function assignOutlet(tx: Transaction<AccountsSchema>, place: Place): Promise<AssignOutcome> {
  const history = await findAssignments(tx, place.outletId);
  const same = (row: { customer_id: string; venue_id: string }): boolean =>
    row.customer_id === place.customerId && row.venue_id === place.venueId;
  if (history.some((row) => same(row) && row.from_at === place.fromMs)) return { done: 'unchanged' };
  const row = {
    outlet_id: place.outletId,
    customer_id: place.customerId,
    venue_id: place.venueId,
    from_at: place.fromMs,
  };
  const last = history.at(-1);
  if (last === undefined) {
    await insertAssignment(tx, row);
    return { done: 'created' };
  }
  if (last.to_at === null && same(last)) return { refused: 'stands-there', sinceMs: last.from_at };
  const busyUntil = last.to_at ?? last.from_at + 1;
  if (place.fromMs < busyUntil) return { refused: 'too-early', sinceMs: last.from_at };
  if (last.to_at === null) await endAssignment(tx, last.id, place.fromMs);
  await insertAssignment(tx, row);
  return { done: 'changed' };
}
