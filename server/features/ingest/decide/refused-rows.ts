import type { EventResult } from '#contract/ingest.ts';
import type { KnownEvent } from '#event-store/event-store.ts';
import { type CandidateEvent, rejectedResult } from '../check/check-batch.ts';
import { rejection } from '../check/rejection.ts';

/**
 * Changes the results of rows that the store refused to rejections. The other results stay as decided. `results` has
 * one result per candidate.
 */
export function rejectRefused(
  candidates: readonly CandidateEvent[],
  results: readonly EventResult[],
  refused: ReadonlySet<bigint>,
): EventResult[] {
  const isRefused = (position: number) => refused.has(candidates[position]?.eventId ?? 0n);
  return results.map((result, position) =>
    result.status !== 'rejected' && isRefused(position)
      ? rejectedResult(result.index, result.id, rejection('not_storable'))
      : result,
  );
}

/** Returns the stored events that match candidates of the batch by id and outlet. */
export const foundAmong = (
  candidates: readonly CandidateEvent[],
  stored: ReadonlyMap<bigint, readonly KnownEvent[]>,
): KnownEvent[] =>
  candidates.flatMap(
    ({ eventId, located }) => stored.get(eventId)?.filter(({ outletKey }) => outletKey === located.outlet.key) ?? [],
  );
