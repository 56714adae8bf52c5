import type { EventResult } from '#contract/ingest.ts';
import type { KnownEvent } from '#event-store/event-store.ts';
import { type CandidateEvent, rejectedResult } from '../check/check-batch.ts';
import { rejection } from '../check/rejection.ts';

/** Rejects the results whose rows the store refuses. One result per candidate; the others stay as decided. */
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

/** The stored events of a batch. */
export const foundAmong = (
  candidates: readonly CandidateEvent[],
  stored: ReadonlyMap<bigint, readonly KnownEvent[]>,
): KnownEvent[] =>
  candidates.flatMap(
    ({ eventId, located }) => stored.get(eventId)?.filter(({ outletKey }) => outletKey === located.outlet.key) ?? [],
  );
