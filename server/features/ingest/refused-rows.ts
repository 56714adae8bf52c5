import type { EventResult } from '#contract/ingest.ts';
import type { KnownEvent } from '../../databases/events/events-db.ts';
import { type Draft, rejectedResult } from './examine-batch.ts';
import { rejection } from './rejection.ts';

/** One result a draft, as settled; but what stands for a row that the store refuses is rejected. */
export function rejectRefused(
  drafts: readonly Draft[],
  results: readonly EventResult[],
  refused: ReadonlySet<bigint>,
): EventResult[] {
  const isRefused = (position: number) => refused.has(drafts[position]?.eventId ?? 0n);
  return results.map((result, position) =>
    result.status !== 'rejected' && isRefused(position)
      ? rejectedResult(result.index, result.id, rejection('not_storable'))
      : result,
  );
}

/** What the store has of a batch already. */
export const foundAmong = (
  drafts: readonly Draft[],
  stored: ReadonlyMap<bigint, readonly KnownEvent[]>,
): KnownEvent[] =>
  drafts.flatMap(
    ({ eventId, located }) => stored.get(eventId)?.filter(({ outletKey }) => outletKey === located.outlet.key) ?? [],
  );
