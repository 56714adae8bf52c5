import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import type { Charge } from '../../../plays/budgets.ts';
import { type FlightBook, type Taken, undoCharge } from './flight-book.ts';
import {
  deleteReservations,
  findReservationIds,
  findReservations,
  lockReservations,
  setReservation,
} from './spend-queries.ts';

/** One flight's part of a batch: the sum of its charges, and the charge for each event. */
type Part = { micros: number; readonly charges: Map<bigint, Taken> };
type Parts = Map<number, Part>;
type StoredCharge = readonly [eventId: string, micros: number, date: string, lease: number, coverMicros: number];
type StoredPart = readonly [flightKey: number, micros: number, charges?: readonly StoredCharge[]];

/**
 * Serializes the parts of a batch. Reservations written by earlier versions list only the charges for plays, or none.
 */
const writeParts = (parts: Parts): string =>
  JSON.stringify(
    [...parts].map(([key, { micros, charges }]) => [
      key,
      micros,
      [...charges].map(([id, taken]) => [String(id), taken.micros, taken.date, taken.lease, taken.coverMicros]),
    ]),
  );

function readParts(amounts: string): Parts {
  const parts: Parts = new Map();
  for (const [key, micros, charges = []] of JSON.parse(amounts) as readonly StoredPart[]) {
    const taken = charges.map(
      ([id, amount, date, lease, coverMicros]) =>
        [BigInt(id), { micros: amount, date, lease, coverMicros }] as const satisfies readonly [bigint, Taken],
    );
    parts.set(key, { micros, charges: new Map(taken) });
  }
  return parts;
}

/** Serializes a batch's charges, which are stored next to the books until the batch's rows are stored. */
export function amountsOf(charges: readonly Charge[], took: ReadonlyMap<bigint, Taken>): string {
  const parts: Parts = new Map();
  for (const { eventId, flightKey } of charges) {
    const taken = took.get(eventId);
    if (taken === undefined || taken.micros === 0) continue;
    const part = parts.get(flightKey) ?? { micros: 0, charges: new Map() };
    part.micros += taken.micros;
    part.charges.set(eventId, taken);
    parts.set(flightKey, part);
  }
  return writeParts(parts);
}

export const flightsIn = (amounts: string): number[] => [...readParts(amounts).keys()];

/** Returns the events whose charges the reservation still contains. */
export const eventsIn = (amounts: string): ReadonlySet<bigint> =>
  new Set([...readParts(amounts).values()].flatMap(({ charges }) => [...charges.keys()]));

/**
 * Creates a function that finds reservations that may contain charges for resent events. An outlet's batches are stored
 * one after another, so the process that made such a reservation died or lost its locks. The search runs before the
 * books are locked, so that the lock is held only briefly. A reservation only ever shrinks, so each reservation is read
 * and parsed once, not again for every batch. Code that takes charges over locks the reservation and reads it again.
 */
export function createRetriedFinder(accounts: AccountsDb): (events: ReadonlySet<bigint>) => Promise<readonly string[]> {
  let known: ReadonlyMap<string, ReadonlySet<bigint>> = new Map();
  return async (events) => {
    if (events.size === 0) return [];
    const open = await findReservationIds(accounts);
    const unknown = open.filter((id) => !known.has(id));
    const read = unknown.length === 0 ? [] : await findReservations(accounts, unknown);
    const found = new Map(read.map(({ id, amounts }) => [id, eventsIn(amounts)] as const));
    for (const id of open) {
      const held = known.get(id);
      if (held !== undefined) found.set(id, held);
    }
    known = found;
    return [...found].filter(([, held]) => overlap(held, events)).map(([id]) => id);
  };
}

function overlap(one: ReadonlySet<bigint>, other: ReadonlySet<bigint>): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  for (const eventId of small) if (large.has(eventId)) return true;
  return false;
}

/** An event's charge, as remembered by the process that reserved it. */
export type Reserved = {
  readonly eventId: bigint;
  readonly flightKey: number;
  readonly reservationId: string;
  readonly taken: Taken;
};

/**
 * Undoes the charges for events that are certain not to be stored. Skips charges that a recount or another process has
 * taken over.
 */
export async function returnReserved(
  tx: AccountsDb,
  reserved: readonly Reserved[],
  books: ReadonlyMap<number, FlightBook>,
): Promise<void> {
  const ids = [...new Set(reserved.map(({ reservationId }) => reservationId))];
  for (const { id, amounts } of await lockReservations(tx, ids)) {
    const parts = readParts(amounts);
    for (const { eventId, flightKey, reservationId, taken } of reserved) {
      const [book, part] = [books.get(flightKey), parts.get(flightKey)];
      if (reservationId !== id || book === undefined || part === undefined) continue;
      if (!part.charges.delete(eventId)) continue;
      undoCharge(book, taken);
      part.micros -= taken.micros;
      if (part.micros === 0) parts.delete(flightKey);
    }
    await keep(tx, id, parts);
  }
}

/**
 * Undoes earlier charges for these events, so that each event is charged only once. Returns the events that had a
 * charge.
 */
export async function returnRetried(
  tx: AccountsDb,
  ids: readonly string[],
  books: ReadonlyMap<number, FlightBook>,
  events: ReadonlySet<bigint>,
): Promise<ReadonlySet<bigint>> {
  const given = new Set<bigint>();
  if (ids.length === 0) return given;
  for (const { id, amounts } of await lockReservations(tx, ids)) {
    const parts = readParts(amounts);
    for (const [key, part] of parts) {
      const book = books.get(key);
      if (book === undefined) continue;
      for (const [eventId, taken] of part.charges) {
        if (!events.has(eventId)) continue;
        undoCharge(book, taken);
        given.add(eventId);
        part.charges.delete(eventId);
        part.micros -= taken.micros;
      }
      if (part.micros === 0) parts.delete(key);
    }
    await keep(tx, id, parts);
  }
  return given;
}

/**
 * Closes a flight's stale reservations after a recount from the events store. The view of a play may still be reported,
 * so the part that a lease covered returns to the lease. For a stored view, that part expires with the lease.
 */
export async function closeStale(
  tx: AccountsDb,
  ids: readonly string[],
  flightKey: number,
  leases: FlightBook['leases'],
): Promise<void> {
  if (ids.length === 0) return;
  for (const { id, amounts } of await lockReservations(tx, ids)) {
    const parts = readParts(amounts);
    for (const { lease, coverMicros } of parts.get(flightKey)?.charges.values() ?? []) {
      const kept = leases.find((one) => one.id === lease);
      if (kept !== undefined) kept.leftMicros += coverMicros;
    }
    parts.delete(flightKey);
    await keep(tx, id, parts);
  }
}

const keep = (tx: AccountsDb, id: string, parts: Parts): Promise<void> =>
  parts.size === 0 ? deleteReservations(tx, [id]) : setReservation(tx, id, writeParts(parts));
