import type { EventResult, InvalidReason } from '#contract/ingest.ts';
import { firstReason } from '#domain/invalid-traffic.ts';
import { isSilent, type TrafficRules } from '#domain/judging-rules.ts';
import { grouped } from '../../lib/grouped.ts';
import type { Draft, Examined } from './examine-batch.ts';
import { notCounted, type Settled } from './settle-batch.ts';
import { asInvalid, type SettledRow } from './settled-row.ts';

/** Reasons that are judged after the budget, by event. */
export type LaterReasons = ReadonlyMap<bigint, InvalidReason>;

/** As much of a batch as says whether an outlet was silent before it. */
type Batch = Pick<Examined, 'drafts' | 'heartbeats' | 'faults'>;

/** What needs no event of another batch: the address it came from, and how long its outlet was silent. Of one id the first counts. */
export function aloneReasons(
  batches: readonly Batch[],
  rules: TrafficRules,
  contacts: ReadonlyMap<number, number>,
): LaterReasons {
  const reasons = new Map<bigint, InvalidReason>();
  if (!rules.dataCentre && rules.silentMinutes === null) return reasons;
  const seen = new Set<bigint>();
  for (const batch of batches)
    for (const { eventId, reason } of reasonsIn(batch, rules, contacts)) {
      if (reason !== null && !seen.has(eventId)) reasons.set(eventId, reason);
      seen.add(eventId);
    }
  return reasons;
}

function reasonsIn(
  { drafts, heartbeats, faults }: Batch,
  { dataCentre, silentMinutes }: TrafficRules,
  contacts: ReadonlyMap<number, number>,
): { readonly eventId: bigint; readonly reason: InvalidReason | null }[] {
  const signs = silentMinutes === null ? null : grouped([...drafts, ...heartbeats, ...faults], keyOf);
  const isOfSilent = (draft: Draft) => {
    if (silentMinutes === null) return false;
    const others = (signs?.get(keyOf(draft)) ?? []).filter(({ event }) => event !== draft.event);
    const contact = contacts.get(keyOf(draft));
    const heard = others.map(({ event }) => event.timestampMs);
    return isSilent(contact === undefined ? heard : [...heard, contact], draft.event.timestampMs, silentMinutes);
  };
  return drafts.map((draft) => {
    const isDataCentre = dataCentre && draft.event.isDataCentre;
    return {
      eventId: draft.eventId,
      reason: isDataCentre ? 'data_centre' : isOfSilent(draft) ? 'outlet_silent' : null,
    };
  });
}

const keyOf = ({ located }: Pick<Draft, 'located'>): number => located.outlet.key;

/** Of rows that nothing before it found invalid; paces come first. */
export function laterReasons(rows: readonly SettledRow[], alone: LaterReasons, paces: LaterReasons): LaterReasons {
  const reasons = new Map<bigint, InvalidReason>();
  if (alone.size === 0 && paces.size === 0) return reasons;
  for (const { eventId, invalid } of rows) {
    const reason = firstReason([paces.get(eventId) ?? null, alone.get(eventId) ?? null]);
    if (invalid === null && reason !== null) reasons.set(eventId, reason);
  }
  return reasons;
}

/**
 * What the budget is asked for, in this order: rows that count take what there is before those with a later reason, which
 * only learn whether it would have held them. What came of a view that does not count is told its view's reason and takes nothing.
 */
export function toReserve(rows: readonly SettledRow[], later: LaterReasons): SettledRow[] {
  if (later.size === 0) return [...rows];
  const counting = rows.filter(({ eventId, viewId }) => !later.has(eventId) && !later.has(viewId));
  return [...counting, ...rows.filter(({ eventId }) => later.has(eventId))];
}

/** `released`: rows, as they were reserved, that do not count after all for another reason than their own budget. */
type Judged = Settled & { readonly released: readonly SettledRow[] };

/** The batch as it was settled, but what its flight's budget does not hold, or a later rule finds, is told so, with what came of it. */
export function judgeSettled(
  drafts: readonly Draft[],
  settled: Settled,
  overBudget: ReadonlySet<bigint>,
  later: LaterReasons,
): Judged {
  if (overBudget.size === 0 && later.size === 0) return { ...settled, released: [] };
  const ownReason = (eventId: bigint): InvalidReason | null =>
    overBudget.has(eventId) ? 'over_budget' : (later.get(eventId) ?? null);
  const judged = new Map<bigint, InvalidReason>();
  for (const { eventId, viewId, kind, invalid } of settled.rows) {
    if (invalid !== null) continue;
    const reason = (kind === 'view' ? null : ownReason(viewId)) ?? ownReason(eventId);
    if (reason !== null) judged.set(eventId, reason);
  }
  const rows = settled.rows.map((row) => {
    const reason = judged.get(row.eventId);
    return reason === undefined ? row : asInvalid(row, reason);
  });
  const results = settled.results.map((result, position): EventResult => {
    const reason = judged.get(drafts[position]?.eventId ?? 0n);
    return result.status === 'accepted' && reason !== undefined ? { ...result, ...notCounted(reason) } : result;
  });
  const wasReserved = ({ eventId, viewId }: SettledRow) => later.has(eventId) || !later.has(viewId);
  const released = settled.rows.filter(
    (row) => judged.has(row.eventId) && wasReserved(row) && !overBudget.has(row.eventId),
  );
  return { ...settled, rows, results, released };
}
