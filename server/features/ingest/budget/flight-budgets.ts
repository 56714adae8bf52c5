import { singleFlight } from '../../../lib/single-flight.ts';
import type {
  Budgets,
  Charge,
  FlightTerms,
  Lease,
  LeaseWish,
  PlaysOf,
  Reservation,
  TermsOf,
} from '../../../plays/budgets.ts';
import {
  closeLeases,
  type DateOf,
  emptyBook,
  type FlightBook,
  heldMicros,
  lowerTerms,
  minimumTerms,
  shrinkLease,
  type Taken,
  takeCharge,
  takeLease,
  undoCharge,
} from './flight-book.ts';
import type { LeaseRow } from './lease-queries.ts';
import { leaseRowOf, newLeaseId } from './lease-rows.ts';

/** A flight's lowered terms. The terms apply up to network version `untilVersion`, which already includes them. */
type Lowered = { readonly terms: FlightTerms; readonly untilVersion: number };
const NEVER = Number.POSITIVE_INFINITY;

export const NOTHING_RESERVED: Reservation = { overBudget: new Set(), held: new Set(), settle: async () => undefined };
const NO_PLAYS: PlaysOf = new Map();

export type Spending = {
  /** Loads the books at startup: spend from the events store, leases from the accounts store. */
  readonly read: () => Promise<Map<number, FlightBook>>;
  /** Resolves once the leases are on disk. Deletes ended leases in the same step. */
  readonly keepLeases: (rows: readonly LeaseRow[], endedBeforeMs: number) => Promise<void>;
  readonly dateOf: DateOf;
  readonly now: () => number;
};

/**
 * Keeps the budgets in memory, for a single process that stores events. Reads the books from the stores on first use.
 * No `await` separates the check from the charge, so concurrent batches cannot spend the same money twice.
 */
export function createMemoryBudgets({ read, keepLeases, dateOf, now }: Spending): Budgets {
  const current = singleFlight('unless it fails', read);
  /** Charges by event. Each charge stays here until its event's row is stored or no longer unconfirmed. */
  const unsettled = new Map<bigint, { readonly flightKey: number; readonly taken: Taken }>();
  /** Lowered terms by flight, for callers that still use an older network version. */
  const lowered = new Map<number, readonly Lowered[]>();

  function bookIn(books: Map<number, FlightBook>, flightKey: number): FlightBook {
    const book = books.get(flightKey) ?? emptyBook();
    books.set(flightKey, book);
    closeLeases(book, now());
    return book;
  }

  function termsFor(flightKey: number, termsOf: TermsOf): FlightTerms {
    const terms = termsOf(flightKey);
    const all = (lowered.get(flightKey) ?? []).filter(({ untilVersion }) => (terms.asOf ?? -1) < untilVersion);
    return all.reduce((least, low) => lowerTerms(least, low.terms), terms);
  }

  async function reserve(charges: readonly Charge[], termsOf: TermsOf, plays = NO_PLAYS): Promise<Reservation> {
    const costly = charges.filter(({ amountMicros }) => amountMicros !== 0);
    if (costly.length === 0) return NOTHING_RESERVED;
    const books = await current();
    const overBudget = new Set<bigint>();
    const held = new Set<bigint>();
    for (const charge of costly) {
      const { eventId, flightKey } = charge;
      const taken = takeCharge(bookIn(books, flightKey), charge, termsFor(flightKey, termsOf), { dateOf, plays });
      if (taken === 'over') overBudget.add(eventId);
      else if (taken === 'held') held.add(eventId);
      else unsettled.set(eventId, { flightKey, taken });
    }
    const settle = async (refused: readonly Charge[]) => {
      await returnUnused(refused);
      for (const { eventId } of costly) unsettled.delete(eventId);
    };
    return { overBudget, held, settle };
  }

  async function returnUnused(charges: readonly Charge[]): Promise<void> {
    const books = await current();
    for (const { eventId } of charges) {
      const one = unsettled.get(eventId);
      if (one === undefined) continue;
      unsettled.delete(eventId);
      undoCharge(bookIn(books, one.flightKey), one.taken);
    }
  }

  async function lease(wishes: readonly LeaseWish[], termsOf: TermsOf): Promise<(Lease | null)[]> {
    const books = await current();
    const nowMs = now();
    const rows: LeaseRow[] = [];
    const leases: (Lease | null)[] = [];
    for (const wish of wishes) {
      const book = bookIn(books, wish.flightKey);
      if (wish.done !== null) shrinkLease(book, wish.done.id, wish.done.unusedMicros);
      const made = takeLease(book, newLeaseId(), wish, termsFor(wish.flightKey, termsOf), {
        dateOf,
        nowMs,
        untilMs: nowMs + wish.forMs,
      });
      if (made !== null) rows.push(leaseRowOf(wish.flightKey, made));
      leases.push(made === null ? null : { id: made.id, micros: made.leftMicros });
    }
    if (rows.length === 0) return leases;
    try {
      await keepLeases(rows, nowMs);
    } catch (error) {
      for (const { id, flight_key: key } of rows) shrinkLease(bookIn(books, key), id, Number.POSITIVE_INFINITY);
      throw error;
    }
    return leases;
  }

  return {
    reserve,
    // No other process decides events.
    lapsed: async () => new Set(),
    returnUnused,
    lease,
    lower: async (_tx, flightKey, terms) => {
      const books = await current();
      // There is no `await` between these lines, so no charge can happen in between.
      const least = minimumTerms(bookIn(books, flightKey), dateOf(now(), terms.timeZone));
      const low = { terms, untilVersion: NEVER };
      lowered.set(flightKey, [...(lowered.get(flightKey) ?? []), low]);
      // Each lowering ends separately, because another lowering may be in progress and may never be stored.
      const end = (version: number | null) => {
        const others = (lowered.get(flightKey) ?? []).filter((one) => one !== low && one.untilVersion > (version ?? 0));
        const left = version === null ? others : [...others, { terms, untilVersion: version }];
        if (left.length > 0) lowered.set(flightKey, left);
        else lowered.delete(flightKey);
      };
      return { least, end };
    },
    standing: async (flightKeys) => {
      const books = await current();
      return new Map(flightKeys.map((key) => [key, standingOf(bookIn(books, key))] as const));
    },
  };
}

export const standingOf = (book: FlightBook) => ({
  spentMicros: book.spentMicros,
  days: book.days,
  heldMicros: heldMicros(book),
});
