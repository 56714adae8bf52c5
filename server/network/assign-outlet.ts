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
  /** `sinceMs` is the start of the current assignment. A new assignment must start later. */
  | { readonly refused: 'stands-there' | 'too-early'; readonly sinceMs: number };

type Stay = {
  readonly id: string;
  readonly customer_id: string;
  readonly venue_id: string;
  readonly from_at: number;
  readonly to_at: number | null;
};

/**
 * Plans an outlet's move to a venue as of a time, given the outlet's history (oldest first). An identical assignment,
 * current or past, changes nothing. `ends` is the ID of the assignment that ends at that time.
 */
export function planAssignment(
  history: readonly Stay[],
  place: Omit<Place, 'outletId'>,
): { readonly outcome: AssignOutcome; readonly ends: string | null } {
  const same = (row: Stay): boolean => row.customer_id === place.customerId && row.venue_id === place.venueId;
  const plan = (outcome: AssignOutcome, ends: string | null = null) => ({ outcome, ends });
  if (history.some((row) => same(row) && row.from_at === place.fromMs)) return plan({ done: 'unchanged' });
  const last = history.at(-1);
  if (last === undefined) return plan({ done: 'created' });
  if (last.to_at === null && same(last)) return plan({ refused: 'stands-there', sinceMs: last.from_at });
  const busyUntil = last.to_at ?? last.from_at + 1;
  if (place.fromMs < busyUntil) return plan({ refused: 'too-early', sinceMs: last.from_at });
  return plan({ done: 'changed' }, last.to_at === null ? last.id : null);
}

/**
 * Assigns an outlet to a venue as of a time, and ends its current assignment at that time. Earlier counts stay with the
 * customer for whom they were counted (docs/threat-model.md#c7).
 */
export async function assignOutlet(tx: Transaction<AccountsSchema>, place: Place): Promise<AssignOutcome> {
  const { outcome, ends } = planAssignment(await findAssignments(tx, place.outletId), place);
  if ('refused' in outcome || outcome.done === 'unchanged') return outcome;
  if (ends !== null) await endAssignment(tx, ends, place.fromMs);
  await insertAssignment(tx, {
    outlet_id: place.outletId,
    customer_id: place.customerId,
    venue_id: place.venueId,
    from_at: place.fromMs,
  });
  return outcome;
}
