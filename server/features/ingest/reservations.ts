import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Charge } from '../../plays/budgets.ts';
import { type FlightBook, type Taken, undoCharge } from './flight-book.ts';
import { deleteReservations, findReservations, lockReservations, setReservation } from './spend-queries.ts';

/** Of one flight: what was taken in all, and for which plays. */
type Part = { micros: number; readonly plays: Map<bigint, Taken> };
type Parts = Map<number, Part>;
type StoredPlay = readonly [eventId: string, micros: number, date: string, lease: number, coverMicros: number];
type StoredPart = readonly [flightKey: number, micros: number, plays?: readonly StoredPlay[]];

/** A version before this one wrote no plays, and reads the first two of each part. */
const writeParts = (parts: Parts): string =>
  JSON.stringify(
    [...parts].map(([key, { micros, plays }]) => [
      key,
      micros,
      [...plays].map(([id, taken]) => [String(id), taken.micros, taken.date, taken.lease, taken.coverMicros]),
    ]),
  );

function readParts(amounts: string): Parts {
  const parts: Parts = new Map();
  for (const [key, micros, plays = []] of JSON.parse(amounts) as readonly StoredPart[]) {
    const taken = plays.map(
      ([id, amount, date, lease, coverMicros]) =>
        [BigInt(id), { micros: amount, date, lease, coverMicros }] as const satisfies readonly [bigint, Taken],
    );
    parts.set(key, { micros, plays: new Map(taken) });
  }
  return parts;
}

/** What a batch took, as it is written beside the books until its rows are stored. */
export function amountsOf(charges: readonly Charge[], took: ReadonlyMap<bigint, Taken>): string {
  const parts: Parts = new Map();
  for (const { eventId, flightKey } of charges) {
    const taken = took.get(eventId);
    if (taken === undefined || taken.micros === 0) continue;
    const part = parts.get(flightKey) ?? { micros: 0, plays: new Map() };
    part.micros += taken.micros;
    if (taken.lease !== 0) part.plays.set(eventId, taken);
    parts.set(flightKey, part);
  }
  return writeParts(parts);
}

export const flightsIn = (amounts: string): number[] => [...readParts(amounts).keys()];

/** The plays of a reservation that are still its own. */
export const playsIn = (amounts: string): ReadonlySet<bigint> =>
  new Set([...readParts(amounts).values()].flatMap(({ plays }) => [...plays.keys()]));

/**
 * Reservations that hold plays which are reported again. Who made them died or lost its locks, since one outlet's batches are
 * settled one after the other. Asked before the books are locked, which others wait for.
 */
export async function findRetried(accounts: AccountsDb, plays: ReadonlySet<bigint>): Promise<readonly string[]> {
  if (plays.size === 0) return [];
  const standing = await findReservations(accounts);
  return standing
    .filter(({ amounts }) => [...playsIn(amounts)].some((eventId) => plays.has(eventId)))
    .map(({ id }) => id);
}

/** What one event took, as the process remembers that reserved it. */
export type Reserved = {
  readonly eventId: bigint;
  readonly flightKey: number;
  readonly reservationId: string;
  readonly taken: Taken;
};

/** Of events that are known not to be stored; what was counted again meanwhile, or taken over by who was asked next, is not theirs. */
export async function giveBackReserved(
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
      if (taken.lease !== 0 && !part.plays.delete(eventId)) continue;
      undoCharge(book, taken);
      part.micros -= taken.micros;
      if (part.micros === 0) parts.delete(flightKey);
    }
    await keep(tx, id, parts);
  }
}

/** What was taken for these plays before is theirs to take again: without it they would be paid from the price of others. */
export async function giveBackRetried(
  tx: AccountsDb,
  ids: readonly string[],
  books: ReadonlyMap<number, FlightBook>,
  plays: ReadonlySet<bigint>,
): Promise<void> {
  if (ids.length === 0) return;
  for (const { id, amounts } of await lockReservations(tx, ids)) {
    const parts = readParts(amounts);
    for (const [key, part] of parts) {
      const book = books.get(key);
      if (book === undefined) continue;
      for (const [eventId, taken] of part.plays) {
        if (!plays.has(eventId)) continue;
        undoCharge(book, taken);
        part.plays.delete(eventId);
        part.micros -= taken.micros;
      }
      if (part.micros === 0) parts.delete(key);
    }
    await keep(tx, id, parts);
  }
}

/**
 * What nobody knows of a flight was counted again from the events store. A play that is not there may still be reported: its
 * price is kept again, and that of one that is there lapses with its lease.
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
    for (const { lease, coverMicros } of parts.get(flightKey)?.plays.values() ?? []) {
      const kept = leases.find((one) => one.id === lease);
      if (kept !== undefined) kept.leftMicros += coverMicros;
    }
    parts.delete(flightKey);
    await keep(tx, id, parts);
  }
}

const keep = (tx: AccountsDb, id: string, parts: Parts): Promise<void> =>
  parts.size === 0 ? deleteReservations(tx, [id]) : setReservation(tx, id, writeParts(parts));
