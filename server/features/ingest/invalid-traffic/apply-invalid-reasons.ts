import type { EventResult, InvalidReason } from '#contract/ingest.ts';
import { firstReason } from '#domain/invalid-traffic.ts';
import { isSilent, type TrafficRules } from '#domain/judging-rules.ts';
import { followSlot } from '#event-store/event-store.ts';
import { grouped } from '../../../lib/grouped.ts';
import type { Reservation } from '../../../plays/budgets.ts';
import { type CandidateEvent, type CheckedBatch, rejectedResult } from '../check/check-batch.ts';
import { rejection } from '../check/rejection.ts';
import { type DecidedBatch, invalidResult } from '../decide/decide-batch.ts';
import { asInvalid, type StoredRow } from '../decide/stored-row.ts';

/** Reasons that are found after the batch is decided, by event. */
export type LaterReasons = ReadonlyMap<bigint, InvalidReason>;

/** The parts of a batch that show whether an outlet was silent before it. */
type Batch = Pick<CheckedBatch, 'candidates' | 'heartbeats' | 'faults'>;

/**
 * Returns reasons that need no event from another batch: the sender's address, and an outlet that was silent. If an id
 * appears twice, its first event counts.
 */
export function singleEventReasons(
  batches: readonly Batch[],
  rules: TrafficRules,
  contacts: ReadonlyMap<number, number>,
): LaterReasons {
  if (!rules.dataCentre && rules.silentMinutes === null) return NO_REASONS;
  const judged = batches.map((batch) => ({ candidates: batch.candidates, reasonOf: reasonIn(batch, rules, contacts) }));
  const suspects = new Set<bigint>();
  for (const { candidates, reasonOf } of judged)
    for (const candidate of candidates) if (reasonOf(candidate) !== null) suspects.add(candidate.eventId);
  const reasons = new Map<bigint, InvalidReason>();
  for (const { candidates, reasonOf } of judged)
    for (const candidate of candidates) {
      if (suspects.size === 0) return reasons;
      const reason = suspects.delete(candidate.eventId) ? reasonOf(candidate) : null;
      if (reason !== null) reasons.set(candidate.eventId, reason);
    }
  return reasons;
}

const NO_REASONS: LaterReasons = new Map();

function reasonIn(
  { candidates, heartbeats, faults }: Batch,
  { dataCentre, silentMinutes }: TrafficRules,
  contacts: ReadonlyMap<number, number>,
): (candidate: CandidateEvent) => InvalidReason | null {
  const signs = silentMinutes === null ? null : grouped([...candidates, ...heartbeats, ...faults], keyOf);
  const isOfSilent = (candidate: CandidateEvent) => {
    if (silentMinutes === null) return false;
    const others = (signs?.get(keyOf(candidate)) ?? []).filter(({ event }) => event !== candidate.event);
    const contact = contacts.get(keyOf(candidate));
    const heard = others.map(({ event }) => event.timestampMs);
    return isSilent(contact === undefined ? heard : [...heard, contact], candidate.event.timestampMs, silentMinutes);
  };
  return (candidate) => {
    if (dataCentre && candidate.event.isDataCentre) return 'data_centre';
    return isOfSilent(candidate) ? 'outlet_silent' : null;
  };
}

const keyOf = ({ located }: Pick<CandidateEvent, 'located'>): number => located.outlet.key;

/**
 * Merges the reasons for rows that no earlier rule found invalid. If a row has several reasons, rate rules take
 * precedence.
 */
export function laterReasons(rows: readonly StoredRow[], alone: LaterReasons, paces: LaterReasons): LaterReasons {
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
 * Orders the rows for the budget. Rows that count are charged first. Rows with a later reason follow, only to learn
 * whether the budget would have covered them. Clicks and burns on an invalid view get the view's reason and are not
 * charged.
 */
export function toReserve(rows: readonly StoredRow[], later: LaterReasons): StoredRow[] {
  if (later.size === 0) return [...rows];
  const [counting, judged]: [StoredRow[], StoredRow[]] = [[], []];
  for (const row of rows) {
    if (later.has(row.eventId)) judged.push(row);
    else if (row.kind === 'view' || !later.has(row.viewId)) counting.push(row);
  }
  return [...counting, ...judged];
}

/** `released`: reserved rows that are not stored now, or that earn nothing for a reason other than their own budget. */
type Judged = DecidedBatch & { readonly released: readonly StoredRow[] };

type Outcome = Pick<Reservation, 'overBudget' | 'held'> & { readonly later: LaterReasons };

/** Seconds until an event is sent again if its budget is reserved for plays. The next leases have ended by then. */
const HELD_SECONDS = 60;

/**
 * Leaves out events whose money is reserved for other plays; they are decided once those plays have ended. Dependent
 * events wait too: copies, clicks and burns, and a second click or burn on the same view. An event that a later rule
 * finds invalid is stored with that reason.
 */
function withoutHeld(
  candidates: readonly CandidateEvent[],
  decided: DecidedBatch,
  { held, later }: Omit<Outcome, 'overBudget'>,
): Judged {
  if (held.size === 0) return { ...decided, released: [] };
  const isHeld = (eventId: bigint) => held.has(eventId) && !later.has(eventId);
  const heldSlots = new Set(
    decided.rows.filter(({ eventId, kind }) => kind !== 'view' && isHeld(eventId)).map(followSlot),
  );
  const waits = ({ eventId, viewId, kind }: StoredRow) =>
    isHeld(eventId) || (kind !== 'view' && (isHeld(viewId) || heldSlots.has(followSlot({ viewId, kind }))));
  const waiting = new Set(decided.rows.filter(waits).map(({ eventId }) => eventId));
  const rows = decided.rows.filter(({ eventId }) => !waiting.has(eventId));
  const results = decided.results.map((result, position): EventResult => {
    const candidate = candidates[position];
    if (candidate === undefined || result.status === 'rejected' || !waiting.has(candidate.eventId)) return result;
    return rejectedResult(result.index, result.id, { ...rejection('budget_held'), retryAfter: HELD_SECONDS });
  });
  const released = decided.rows.filter(({ eventId }) => waiting.has(eventId) && !held.has(eventId));
  return { ...decided, rows, results, released };
}

/**
 * Marks events as invalid if the budget does not cover them or a later rule finds them invalid. Dependent events are
 * marked too.
 */
export function applyInvalidReasons(
  candidates: readonly CandidateEvent[],
  batch: DecidedBatch,
  { overBudget, held, later }: Outcome,
): Judged {
  const decided = withoutHeld(candidates, batch, { held, later });
  if (overBudget.size === 0 && later.size === 0) return decided;
  const ownReason = (eventId: bigint): InvalidReason | null =>
    overBudget.has(eventId) ? 'over_budget' : (later.get(eventId) ?? null);
  const judged = new Map<bigint, InvalidReason>();
  const released: StoredRow[] = [...decided.released];
  // A single pass over all rows: a lookup by id costs as much as all other work on a valid row.
  const rows = decided.rows.map((row) => {
    const { eventId, viewId, kind, invalid } = row;
    if (invalid !== null) return row;
    const reason = (kind === 'view' ? null : ownReason(viewId)) ?? ownReason(eventId);
    if (reason === null) return row;
    judged.set(eventId, reason);
    const wasReserved = later.has(eventId) || !later.has(viewId);
    if (wasReserved && !overBudget.has(eventId) && !held.has(eventId)) released.push(row);
    return asInvalid(row, reason);
  });
  const results = decided.results.map((result, position): EventResult => {
    if (result.status !== 'accepted') return result;
    const reason = judged.get(candidates[position]?.eventId ?? 0n);
    return reason === undefined ? result : { ...result, ...invalidResult(reason) };
  });
  return { ...decided, rows, results, released };
}
