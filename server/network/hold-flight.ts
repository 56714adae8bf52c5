import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

type Tx = Transaction<AccountsSchema>;

/**
 * Pauses or resumes a flight, effective immediately. Returns false if the flight is already in that state. Ingestion
 * reads the pause history, so an event's earnings depend on the flight's state at the event's own time. `version` is
 * the row's new `updated_at`.
 */
export async function holdFlight(
  tx: Tx,
  flightId: string,
  paused: boolean,
  nowMs: number,
  { by, version = nowMs }: { readonly by: 'manager' | 'admin'; readonly version?: number },
): Promise<boolean> {
  const changed = await tx
    .updateTable('flights')
    .set({ paused: paused ? 1 : 0, paused_by: paused ? by : '', updated_at: version })
    .where('id', '=', flightId)
    .where('paused', '=', paused ? 0 : 1)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  await tx
    .updateTable('flight_pauses')
    .set({ to_at: nowMs })
    .where('flight_id', '=', flightId)
    .where('to_at', 'is', null)
    .execute();
  if (paused) {
    await tx
      .insertInto('flight_pauses')
      .values({ id: newId(), flight_id: flightId, from_at: nowMs, to_at: null })
      .execute();
  }
  return true;
}
