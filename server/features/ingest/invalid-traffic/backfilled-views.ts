import { HOUR_MS } from '#domain/durations.ts';
import { highest, lowest } from '#domain/extremes.ts';
import { IN_TIME_MS, isBackfill } from '#domain/judging-rules.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import { grouped } from '../../../lib/grouped.ts';
import type { CandidateEvent } from '../check/check-batch.ts';
import { findArrivals } from '../contacts/outlet-contact-queries.ts';

const NONE: ReadonlySet<bigint> = new Set();

/**
 * Finds late views of outlets that sent nothing in the hours before these views. Queries the store only if the batch
 * has late views.
 */
export async function findBackfilledViews(
  accounts: AccountsDb,
  candidates: readonly CandidateEvent[],
  { nowMs, withinHours }: { readonly nowMs: number; readonly withinHours: number | null },
): Promise<ReadonlySet<bigint>> {
  if (withinHours === null) return NONE;
  const late = candidates.filter(({ kind, event }) => kind === 'view' && event.timestampMs < nowMs - IN_TIME_MS);
  if (late.length === 0) return NONE;
  const hours = late.map(({ event }) => Math.floor(event.timestampMs / HOUR_MS));
  const rows = await findArrivals(accounts, [...new Set(late.map(({ located }) => located.outlet.key))], {
    fromHour: lowest(hours) - withinHours,
    toHour: highest(hours),
  });
  const arrivals = grouped(rows, (row) => row.outlet_key);
  const isLacking = ({ located, event }: CandidateEvent) => {
    const own = arrivals.get(located.outlet.key)?.map(({ hour }) => hour) ?? [];
    return isBackfill(own, event.timestampMs, withinHours);
  };
  return new Set(late.filter(isLacking).map(({ eventId }) => eventId));
}
