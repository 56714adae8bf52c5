import type { EventResult, InvalidReason } from '#contract/ingest.ts';
import { firstReason } from '#domain/invalid-traffic.ts';
import { isSilent, type TrafficRules } from '#domain/judging-rules.ts';
import { grouped } from '../../lib/grouped.ts';
import type { Reservation } from '../../plays/budgets.ts';
import { type Draft, type Examined, rejectedResult } from './examine-batch.ts';
import { rejection } from './rejection.ts';
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
  if (!rules.dataCentre && rules.silentMinutes === null) return NO_REASONS;
  const judged = batches.map((batch) => ({ drafts: batch.drafts, reasonOf: reasonIn(batch, rules, contacts) }));
  const suspects = new Set<bigint>();
  for (const { drafts, reasonOf } of judged)
    for (const draft of drafts) if (reasonOf(draft) !== null) suspects.add(draft.eventId);
  const reasons = new Map<bigint, InvalidReason>();
  for (const { drafts, reasonOf } of judged)
    for (const draft of drafts) {
      if (suspects.size === 0) return reasons;
      const reason = suspects.delete(draft.eventId) ? reasonOf(draft) : null;
      if (reason !== null) reasons.set(draft.eventId, reason);
    }
  return reasons;
}

const NO_REASONS: LaterReasons = new Map();

function reasonIn(
  { drafts, heartbeats, faults }: Batch,
  { dataCentre, silentMinutes }: TrafficRules,
  contacts: ReadonlyMap<number, number>,
): (draft: Draft) => InvalidReason | null {
  const signs = silentMinutes === null ? null : grouped([...drafts, ...heartbeats, ...faults], keyOf);
  const isOfSilent = (draft: Draft) => {
    if (silentMinutes === null) return false;
    const others = (signs?.get(keyOf(draft)) ?? []).filter(({ event }) => event !== draft.event);
    const contact = contacts.get(keyOf(draft));
    const heard = others.map(({ event }) => event.timestampMs);
    return isSilent(contact === undefined ? heard : [...heard, contact], draft.event.timestampMs, silentMinutes);
  };
  return (draft) => {
    if (dataCentre && draft.event.isDataCentre) return 'data_centre';
    return isOfSilent(draft) ? 'outlet_silent' : null;
  };
}

const keyOf = ({ located }: Pick<Draft, 'located'>): number => located.outlet.key;

/** Of rows that nothing before it found invalid; paces come first. */
export function laterReasons(rows: readonly SettledRow[], alone: LaterReasons, paces: LaterReasons): LaterReasons {
  if (alone.size === 0 && paces.size === 0) return NO_REASONS;
  const reasons = new Map<bigint, InvalidReason>();
  for (const { eventId, invalid } of rows) {
    if (invalid !== null) continue;
    const [pace, other] = [paces.get(eventId) ?? null, alone.get(eventId) ?? null];
    if (pace === null && other === null) continue;
    const reason = firstReason([pace, other]);
    if (reason !== null) reasons.set(eventId, reason);
  }
  return reasons;
}

/**
 * What the budget is asked for, in this order: rows that count take what there is before those with a later reason, which
 * only learn whether it would have held them. What came of a view that does not count is told its view's reason and takes nothing.
 */
export function toReserve(rows: readonly SettledRow[], later: LaterReasons): SettledRow[] {
  if (later.size === 0) return [...rows];
  const [counting, judged]: [SettledRow[], SettledRow[]] = [[], []];
  for (const row of rows) {
    if (later.has(row.eventId)) judged.push(row);
    else if (row.kind === 'view' || !later.has(row.viewId)) counting.push(row);
  }
  return [...counting, ...judged];
}

/**
 * `released`: rows, as they were reserved, that earn nothing after all for another reason than their own budget, or that
 * are not stored now.
 */
type Judged = Settled & { readonly released: readonly SettledRow[] };

type Outcome = Pick<Reservation, 'overBudget' | 'held'> & { readonly later: LaterReasons };

/** Seconds until an event is sent again whose budget is reserved for plays: the next leases have ended by then. */
const HELD_SECONDS = 60;

/**
 * Rows whose budget is reserved for plays of others are not stored: whether it holds them is known when those plays have
 * ended. What belongs to such a view waits with it. A row that a later rule finds invalid is stored with that reason.
 */
function withoutHeld(drafts: readonly Draft[], settled: Settled, { held, later }: Omit<Outcome, 'overBudget'>): Judged {
  if (held.size === 0) return { ...settled, released: [] };
  const waits = ({ eventId, viewId }: Pick<Draft, 'eventId' | 'viewId'>) =>
    (held.has(eventId) && !later.has(eventId)) || (held.has(viewId) && !later.has(viewId));
  const rows = settled.rows.filter((row) => !waits(row));
  const results = settled.results.map((result, position): EventResult => {
    const draft = drafts[position];
    if (draft === undefined || result.status !== 'accepted' || !waits(draft)) return result;
    return rejectedResult(result.index, result.id, { ...rejection('budget_held'), retryAfter: HELD_SECONDS });
  });
  const released = settled.rows.filter((row) => waits(row) && !held.has(row.eventId));
  return { ...settled, rows, results, released };
}

/** The batch as it was settled, but what its flight's budget does not hold, or a later rule finds, is told so, with what came of it. */
export function judgeSettled(drafts: readonly Draft[], batch: Settled, { overBudget, held, later }: Outcome): Judged {
  const settled = withoutHeld(drafts, batch, { held, later });
  if (overBudget.size === 0 && later.size === 0) return settled;
  const ownReason = (eventId: bigint): InvalidReason | null =>
    overBudget.has(eventId) ? 'over_budget' : (later.get(eventId) ?? null);
  const judged = new Map<bigint, InvalidReason>();
  const released: SettledRow[] = [...settled.released];
  // Once over all rows: a look by an id costs as much as all else of a row that counts.
  const rows = settled.rows.map((row) => {
    const { eventId, viewId, kind, invalid } = row;
    if (invalid !== null) return row;
    const reason = (kind === 'view' ? null : ownReason(viewId)) ?? ownReason(eventId);
    if (reason === null) return row;
    judged.set(eventId, reason);
    const wasReserved = later.has(eventId) || !later.has(viewId);
    if (wasReserved && !overBudget.has(eventId) && !held.has(eventId)) released.push(row);
    return asInvalid(row, reason);
  });
  const results = settled.results.map((result, position): EventResult => {
    if (result.status !== 'accepted') return result;
    const reason = judged.get(drafts[position]?.eventId ?? 0n);
    return reason === undefined ? result : { ...result, ...notCounted(reason) };
  });
  return { ...settled, rows, results, released };
}
