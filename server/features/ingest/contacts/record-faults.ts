import type { EventResult } from '#contract/ingest.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import type { Fault } from '../check/check-batch.ts';
import { CONFLICT } from '../check/rejection.ts';
import { storeUnavailable } from '../receive/store-unavailable.ts';
import type { ContactBook } from './contact-book.ts';
import { type FaultRow, findFaultsByIds, insertFaults } from './faults-queries.ts';

const CHUNK = 500;

type Recording = { readonly accounts: AccountsDb; readonly contacts: ContactBook; readonly nowMs: number };

/**
 * Stores the faults that outlets report. Each id is stored once, and the first fault with an id wins. Faults count as
 * contact.
 */
export async function recordFaults(
  faults: readonly Fault[],
  { accounts, contacts, nowMs }: Recording,
): Promise<EventResult[]> {
  if (faults.length === 0) return [];
  const first = new Map<string, Fault>();
  for (const fault of faults) if (!first.has(placeOf(fault))) first.set(placeOf(fault), fault);
  const known = await storeAll(accounts, [...first.values()], nowMs).catch((error: unknown) => {
    throw storeUnavailable(error);
  });
  for (const { located, event } of faults) contacts.note(located.outlet.key, event.timestampMs, nowMs);
  await contacts.commitSoon();
  return faults.map((fault): EventResult => {
    const { index, event } = fault;
    const before = known.get(placeOf(fault));
    if (before === undefined && first.get(placeOf(fault)) === fault) return { index, id: event.id, status: 'accepted' };
    const other = before ?? rowOf(first.get(placeOf(fault)) ?? fault, nowMs);
    const isSame = other.kind === fault.kind && other.at === event.timestampMs;
    return { index, id: event.id, status: 'duplicate', ...(isSame ? {} : CONFLICT) };
  });
}

const placeOf = ({ located, event }: Pick<Fault, 'located' | 'event'>) => `${located.outlet.key}/${event.id}`;

const rowOf = ({ located, event, kind }: Fault, nowMs: number): FaultRow => ({
  outlet_key: located.outlet.key,
  event_id: event.id,
  kind,
  at: event.timestampMs,
  received_at: nowMs,
});

/** Inserts faults and returns those that already existed, by outlet and event id. */
async function storeAll(
  accounts: AccountsDb,
  faults: readonly Fault[],
  nowMs: number,
): Promise<ReadonlyMap<string, FaultRow>> {
  const known = new Map<string, FaultRow>();
  const place = ({ outlet_key, event_id }: Pick<FaultRow, 'outlet_key' | 'event_id'>) => `${outlet_key}/${event_id}`;
  // A fixed order prevents deadlocks between processes with the same rows.
  const rows = faults.map((fault) => rowOf(fault, nowMs)).sort((one, other) => (place(one) < place(other) ? -1 : 1));
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    const stored = new Set((await insertFaults(accounts, chunk)).map(place));
    const there = chunk.filter((row) => !stored.has(place(row)));
    for (const row of await findFaultsByIds(accounts, there)) known.set(place(row), row);
  }
  return known;
}
