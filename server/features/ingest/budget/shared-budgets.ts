import { setTimeout as pause } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import { v7 as newId } from 'uuid';
import { MINUTE_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import type {
  Budgets,
  Charge,
  FlightStanding,
  FlightTerms,
  LeaseWish,
  Lowering,
  PlaysOf,
  TermsOf,
} from '../../../plays/budgets.ts';
import {
  type DateOf,
  emptyBook,
  type FlightBook,
  lowerTerms,
  minimumTerms,
  shrinkLease,
  type Taken,
  takeCharge,
  takeLease,
  undoCharge,
} from './flight-book.ts';
import { NOTHING_RESERVED, standingOf } from './flight-budgets.ts';
import { deleteEndedLeases, findLeases, insertLeases, setLeaseLeft } from './lease-queries.ts';
import { bookLeaseOf, leaseRowOf, newLeaseId } from './lease-rows.ts';
import {
  amountsOf,
  closeStale,
  createRetriedFinder,
  eventsIn,
  flightsIn,
  type Reserved,
  returnReserved,
  returnRetried,
} from './reservations.ts';
import * as queries from './spend-queries.ts';
import { findSpend, lockSpend, type SpendRow, setSpend } from './spend-queries.ts';

/**
 * Age from which a reservation is stale, which is longer than any insert may take. A stale reservation belongs to a
 * process that died or does not know the outcome of its insert.
 */
export const STALE_MS = 20 * MINUTE_MS;
const LOOK_EVERY_MS = MINUTE_MS;
/** How often and how long a recount waits for reservations in progress, which take about a second. */
const QUIET_TRIES = 40;
const QUIET_MS = 50;
/** Maximum age of the figures that flight selection uses. */
const STANDING_MS = 1_000;

type Shared = {
  readonly accounts: AccountsDb;
  /** Reads what these flights have earned from the events store, in total and by day in each flight's time zone. */
  readonly readSpent: (flightKeys: readonly number[]) => Promise<ReadonlyMap<number, FlightBook>>;
  readonly dateOf: DateOf;
  readonly now: () => number;
  /**
   * The clock that all processes share, because the clock of a single process may be wrong. Only tests derive it from
   * `now`.
   */
  readonly time?: () => RawBuilder<number>;
};

/**
 * Keeps the budgets in the accounts store for several processes, with one row per flight. A process locks the row while
 * it checks and charges, and commits before it stores any event. A reservation row remains until the event rows are
 * stored. If a reservation stays longer than `STALE_MS`, its outcome is unknown, and its flights are recounted from the
 * events store. Each lease for plays has its own row.
 */
export function createSharedBudgets({
  accounts,
  readSpent,
  dateOf,
  now,
  time = () => queries.asTime(now()),
}: Shared): Budgets & { recount(): Promise<void> } {
  const known = new Set<number>();
  /** Charges that this process reserved and has not settled: the insert is running, or its outcome is unknown. */
  const unsettled = new Map<bigint, Reserved & { readonly atMs: number }>();
  const findRetried = createRetriedFinder(accounts);
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function ensureRows(flightKeys: readonly number[]): Promise<void> {
    const unknown = flightKeys.filter((key) => !known.has(key));
    if (unknown.length === 0) return;
    const present = await queries.findSpendKeys(accounts, unknown);
    // Rows written by an earlier version have no spend by day.
    for (const { key, hasDays } of present)
      if (!hasDays && !(await countAgain(key))) throw new Error(`what flight ${key} spent by day is being counted`);
    const absent = unknown.filter((key) => !present.some((one) => one.key === key));
    if (absent.length > 0) {
      const spent = await readSpent(absent);
      await queries.insertSpend(accounts, new Map(absent.map((key) => [key, spent.get(key) ?? emptyBook()])));
    }
    for (const key of unknown) known.add(key);
  }

  async function reserve(charges: readonly Charge[], termsOf: TermsOf, plays: PlaysOf = new Map()) {
    const flightKeys = flightsOf(charges);
    if (flightKeys.length === 0) return NOTHING_RESERVED;
    await ensureRows(flightKeys);
    // Use the absolute difference, because the clock may go backward.
    if (Math.abs(now() - lookedAt) >= LOOK_EVERY_MS) await recount();
    const id = newId();
    // `charges` leaves out events that are already stored.
    const paying = new Set(charges.filter((one) => one.amountMicros > 0).map((one) => one.eventId));
    const retried = await findRetried(paying);
    const { overBudget, held, taken } = await accounts.transaction().execute(async (tx) => {
      const books = await lockBooks(tx, flightKeys, time());
      const termsNow = await storedTerms(tx, flightKeys, termsOf);
      const given = await returnRetried(tx, retried, books, paying);
      // Charge resent events first, so that they keep the money they had. They may be stored with that charge and not
      // visible yet.
      const isGiven = ({ eventId }: Charge) => given.has(eventId);
      const inOrder = [...charges.filter(isGiven), ...charges.filter((charge) => !isGiven(charge))];
      const over = new Set<bigint>();
      const wait = new Set<bigint>();
      const took = new Map<bigint, Taken>();
      for (const charge of inOrder) {
        if (charge.amountMicros === 0) continue;
        const book = books.get(charge.flightKey) ?? emptyBook();
        const one = takeCharge(book, charge, termsNow(charge.flightKey), { dateOf, plays });
        if (one === 'over') over.add(charge.eventId);
        else if (one === 'held') wait.add(charge.eventId);
        else took.set(charge.eventId, one);
      }
      if (took.size > 0 || retried.length > 0) await saveBooks(tx, books);
      if (took.size > 0) await queries.insertReservation(tx, { id, time: time(), amounts: amountsOf(charges, took) });
      return { overBudget: over, held: wait, taken: took };
    });
    for (const { eventId, flightKey } of charges) {
      const one = taken.get(eventId);
      if (one !== undefined) unsettled.set(eventId, { eventId, flightKey, reservationId: id, taken: one, atMs: now() });
    }
    return { overBudget, held, settle: (refused: readonly Charge[]) => settle(id, refused, taken) };
  }

  async function lapsed(charges: readonly Charge[]): Promise<ReadonlySet<bigint>> {
    const reservationOf = ({ eventId }: Charge) => unsettled.get(eventId)?.reservationId;
    const paying = charges.filter(({ amountMicros }) => amountMicros > 0);
    const ids = new Set(paying.map(reservationOf).filter((id) => id !== undefined));
    const open = ids.size === 0 ? [] : await queries.findReservations(accounts, [...ids]);
    const held = new Map(open.map(({ id, amounts }) => [id, eventsIn(amounts)]));
    const isHeld = (charge: Charge) => held.get(reservationOf(charge) ?? '')?.has(charge.eventId) ?? false;
    return new Set(paying.filter((charge) => !isHeld(charge)).map(({ eventId }) => eventId));
  }

  async function returnUnused(charges: readonly Charge[]): Promise<void> {
    const given = charges.map(({ eventId }) => unsettled.get(eventId)).filter((one) => one !== undefined);
    if (given.length === 0) return;
    await accounts.transaction().execute(async (tx) => {
      const books = await lockBooks(tx, [...new Set(given.map(({ flightKey }) => flightKey))], time());
      await returnReserved(tx, given, books);
      await saveBooks(tx, books);
    });
    for (const { eventId } of given) unsettled.delete(eventId);
  }

  async function settle(id: string, refused: readonly Charge[], taken: ReadonlyMap<bigint, Taken>): Promise<void> {
    for (const eventId of taken.keys()) unsettled.delete(eventId);
    const flightKeys = flightsOf(refused.filter(({ eventId }) => taken.has(eventId)));
    if (flightKeys.length === 0) return queries.deleteReservations(accounts, [id]);
    await accounts.transaction().execute(async (tx) => {
      const books = await lockBooks(tx, flightKeys, time());
      const [standing] = await queries.lockReservations(tx, [id]);
      // If a recount or another process has taken the charge over, this process must not undo it.
      const events = standing === undefined ? new Set() : eventsIn(standing.amounts);
      for (const { eventId, flightKey } of refused) {
        const [book, one] = [books.get(flightKey), taken.get(eventId)];
        if (book !== undefined && one !== undefined && events.has(eventId)) undoCharge(book, one);
      }
      await saveBooks(tx, books);
      await queries.deleteReservations(tx, [id]);
    });
  }

  async function recount(): Promise<void> {
    lookedAt = now();
    for (const { eventId, atMs } of unsettled.values()) if (atMs < now() - STALE_MS) unsettled.delete(eventId);
    const stale = (await queries.findReservationsAt(accounts, time())).filter(({ age }) => age > STALE_MS);
    for (const flightKey of new Set(stale.flatMap(({ amounts }) => flightsIn(amounts)))) {
      const ids = stale.filter(({ amounts }) => flightsIn(amounts).includes(flightKey)).map(({ id }) => id);
      await countAgain(flightKey, ids);
    }
  }

  /**
   * Recounts a flight from the events store. While its row is locked, no process can reserve the flight's money. Waits
   * for reservations in progress. Returns false if they do not end in time.
   */
  function countAgain(flightKey: number, stale: readonly string[] = []): Promise<boolean> {
    return accounts.transaction().execute(async (tx) => {
      const [book] = [...(await lockBooks(tx, [flightKey], time())).values()];
      for (let tries = 0; tries < QUIET_TRIES && book !== undefined; tries += 1) {
        const underway = (await queries.findReservationsAt(tx, time())).filter(({ age }) => age <= STALE_MS);
        if (!underway.some(({ amounts }) => flightsIn(amounts).includes(flightKey))) {
          const { spentMicros, days } = (await readSpent([flightKey])).get(flightKey) ?? emptyBook();
          await closeStale(tx, stale, flightKey, book.leases);
          await saveBooks(tx, new Map([[flightKey, Object.assign(book, { spentMicros, days })]]));
          return true;
        }
        await pause(QUIET_MS);
      }
      return false;
    });
  }

  async function lease(wishes: readonly LeaseWish[], termsOf: TermsOf) {
    const flightKeys = [...new Set(wishes.map(({ flightKey }) => flightKey))];
    await ensureRows(flightKeys);
    const nowMs = now();
    // This runs outside the transaction. Otherwise, callers for other flights would wait until it ends.
    await deleteEndedLeases(accounts, time());
    return accounts.transaction().execute(async (tx) => {
      const books = await lockBooks(tx, flightKeys, time());
      const termsNow = await storedTerms(tx, flightKeys, termsOf);
      const sharedMs = await queries.readTime(tx, time());
      const made = wishes.map((wish) => {
        const book = books.get(wish.flightKey) ?? emptyBook();
        if (wish.done !== null) shrinkLease(book, wish.done.id, wish.done.unusedMicros);
        const one = takeLease(book, newLeaseId(), wish, termsNow(wish.flightKey), {
          dateOf,
          nowMs,
          untilMs: sharedMs + wish.forMs,
        });
        return one === null ? null : leaseRowOf(wish.flightKey, one);
      });
      await insertLeases(
        tx,
        made.filter((row) => row !== null),
      );
      await saveBooks(tx, books);
      return made.map((row) => (row === null ? null : { id: row.id, micros: row.left_micros }));
    });
  }

  const standings = new Map<number, { readonly atMs: number; readonly standing: FlightStanding }>();

  async function standing(flightKeys: readonly number[]) {
    const nowMs = now();
    const old = flightKeys.filter(
      (key) => (standings.get(key)?.atMs ?? Number.NEGATIVE_INFINITY) < nowMs - STANDING_MS,
    );
    if (old.length > 0) {
      await ensureRows(old);
      for (const [key, book] of await loadBooks(accounts, old, time()))
        standings.set(key, { atMs: nowMs, standing: standingOf(book) });
    }
    return new Map(flightKeys.map((key) => [key, standings.get(key)?.standing ?? standingOf(emptyBook())] as const));
  }

  /**
   * Locks the flight's row. A process that charges the flight waits for the row, then reads the terms stored in the
   * meantime.
   */
  async function lower(tx: AccountsDb, flightKey: number, { timeZone }: FlightTerms): Promise<Lowering> {
    const books = await lockBooks(tx, [flightKey], time());
    return { least: minimumTerms(books.get(flightKey) ?? emptyBook(), dateOf(now(), timeZone)), end: () => undefined };
  }

  return { reserve, lapsed, returnUnused, recount, lease, lower, standing };
}

/**
 * Reads the stored terms while the flights' rows are locked. Uses each stored limit that is lower than the limit that
 * the batch read earlier.
 */
async function storedTerms(tx: AccountsDb, flightKeys: readonly number[], termsOf: TermsOf): Promise<TermsOf> {
  const stored = new Map((await queries.findStoredTerms(tx, flightKeys)).map((row) => [row.key, row]));
  return (flightKey) => {
    const row = stored.get(flightKey);
    const terms = termsOf(flightKey);
    if (row === undefined) return terms;
    return lowerTerms(terms, { budgetMicros: row.budget_micros, dailyCapMicros: row.daily_cap_micros });
  };
}

const flightsOf = (charges: readonly Charge[]): number[] => [
  ...new Set(charges.filter(({ amountMicros }) => amountMicros > 0).map(({ flightKey }) => flightKey)),
];

/** The lease amounts of each book as they were read, so that only changed leases are written. */
const leftBefore = new WeakMap<FlightBook, ReadonlyMap<number, number>>();

/** Reads the flights' books and locks their rows until the transaction ends. */
export const lockBooks = async (tx: AccountsDb, flightKeys: readonly number[], time: RawBuilder<number>) =>
  booksOf(tx, await lockSpend(tx, flightKeys), time);

const loadBooks = async (accounts: AccountsDb, flightKeys: readonly number[], time: RawBuilder<number>) =>
  booksOf(accounts, await findSpend(accounts, flightKeys), time);

async function booksOf(
  db: AccountsDb,
  rows: readonly SpendRow[],
  time: RawBuilder<number>,
): Promise<Map<number, FlightBook>> {
  const keys = rows.map((row) => row.flight_key);
  const leases = keys.length === 0 ? [] : await findLeases(db, time, keys);
  return new Map(
    rows.map((row) => {
      const own = leases.filter((lease) => lease.flight_key === row.flight_key).map(bookLeaseOf);
      const book = { spentMicros: row.spent_micros, days: daysOf(row.days), leases: own };
      leftBefore.set(book, new Map(own.map(({ id, leftMicros }) => [id, leftMicros])));
      return [row.flight_key, book];
    }),
  );
}

/** Saves the books, including changed leases. The caller inserts new leases. */
async function saveBooks(tx: AccountsDb, books: ReadonlyMap<number, FlightBook>): Promise<void> {
  await setSpend(tx, books);
  for (const book of books.values())
    for (const { id, leftMicros } of book.leases) {
      const before = leftBefore.get(book)?.get(id);
      if (before !== undefined && before !== leftMicros) await setLeaseLeft(tx, id, leftMicros);
    }
}

/** Parses the stored days. '' means that no process has counted them yet. */
const daysOf = (stored: string): Map<string, number> =>
  new Map(Object.entries((stored === '' ? {} : JSON.parse(stored)) as Readonly<Record<string, number>>));
