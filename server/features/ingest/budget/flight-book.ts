import { CLOCK_TOLERANCE_MS } from '#domain/clock-tolerance.ts';
import { highest, lowest } from '#domain/extremes.ts';
import type { Charge, FlightTerms, LeaseWish, MinimumTerms, PlaysOf } from '../../../plays/budgets.ts';

export type BookLease = {
  readonly id: number;
  /** What the plays served from this lease may still cost. */
  leftMicros: number;
  /** The range of days, in the flight's time zone, on which the lease's plays may be seen. */
  readonly fromDate: string;
  readonly toDate: string;
  readonly untilMs: number;
};

/** A flight's money: total spend, spend by day in the flight's time zone, and leases for open plays. */
export type FlightBook = {
  spentMicros: number;
  readonly days: Map<string, number>;
  leases: BookLease[];
};

/** An event's charge, and how much of it the play's lease covered. */
export type Taken = {
  readonly micros: number;
  readonly date: string;
  readonly lease: number;
  readonly coverMicros: number;
};

export type DateOf = (instantMs: number, zone: string) => string;

export const emptyBook = (): FlightBook => ({ spentMicros: 0, days: new Map(), leases: [] });

export const heldMicros = ({ leases }: FlightBook): number =>
  leases.reduce((sum, { leftMicros }) => sum + leftMicros, 0);

/** Removes and returns the leases whose last play has ended, which frees their unspent money. */
export function closeLeases(book: FlightBook, nowMs: number): readonly BookLease[] {
  const closed = book.leases.filter(({ untilMs }) => untilMs <= nowMs);
  if (closed.length > 0) book.leases = book.leases.filter(({ untilMs }) => untilMs > nowMs);
  return closed;
}

/**
 * Charges an event. Returns `over` if the budget or the daily cap cannot cover the full amount. Returns `held` if only
 * reservations for other plays prevent the charge; these reservations may be released later.
 */
export function takeCharge(
  book: FlightBook,
  { eventId, amountMicros, timestampMs }: Charge,
  terms: FlightTerms,
  { dateOf, plays }: { readonly dateOf: DateOf; readonly plays: PlaysOf },
): Taken | 'over' | 'held' {
  const date = dateOf(timestampMs, terms.timeZone);
  const play = plays.get(eventId);
  // The lease reserves nothing for days outside its date range.
  const lease = play === undefined ? undefined : book.leases.find((one) => one.id === play.lease && isOn(one, date));
  const cover = Math.min(amountMicros, play?.reservedMicros ?? 0, lease?.leftMicros ?? 0);
  const unspent = unspentMicros(book, terms, date);
  if (amountMicros > unspent) return 'over';
  if (amountMicros > cover + Math.max(0, freeMicros(book, terms, date, date))) return 'held';
  const taken = { micros: amountMicros, date, lease: lease?.id ?? 0, coverMicros: cover };
  book.spentMicros += amountMicros;
  book.days.set(date, (book.days.get(date) ?? 0) + amountMicros);
  if (lease !== undefined) lease.leftMicros -= cover;
  return taken;
}

/**
 * Returns the lower of what the budget and the daily cap have left. No charge ever exceeds this amount, regardless of
 * reservations.
 */
function unspentMicros(book: FlightBook, terms: FlightTerms, date: string): number {
  const ofDay = (terms.dailyCapMicros ?? Number.POSITIVE_INFINITY) - (book.days.get(date) ?? 0);
  return Math.min(terms.budgetMicros - book.spentMicros, ofDay);
}

/** Returns what the flight can still spend or reserve on each of the days, after existing reservations. */
function freeMicros(book: FlightBook, terms: FlightTerms, fromDate: string, toDate: string): number {
  let free = terms.budgetMicros - book.spentMicros - heldMicros(book);
  const { dailyCapMicros } = terms;
  if (dailyCapMicros === null) return free;
  for (const date of datesOf(book, fromDate, toDate)) {
    const ofDay = dailyCapMicros - (book.days.get(date) ?? 0);
    const heldThen = book.leases.reduce((sum, one) => sum + (isOn(one, date) ? one.leftMicros : 0), 0);
    free = Math.min(free, ofDay - heldThen);
  }
  return free;
}

/** Returns the lowest budget and daily cap that still cover spend and leases, today and on the days of open plays. */
export function minimumTerms(book: FlightBook, today: string): MinimumTerms {
  const dates = new Set([today]);
  for (const { fromDate, toDate } of book.leases) for (const date of datesOf(book, fromDate, toDate)) dates.add(date);
  const taken = (date: string) =>
    (book.days.get(date) ?? 0) + book.leases.reduce((sum, one) => sum + (isOn(one, date) ? one.leftMicros : 0), 0);
  return { allMicros: book.spentMicros + heldMicros(book), ofDayMicros: highest([...dates].map(taken)) };
}

type Limits = Pick<FlightTerms, 'budgetMicros' | 'dailyCapMicros'>;

/** Returns the terms with the lower budget and the lower daily cap of the two. */
export function lowerTerms(terms: FlightTerms, { budgetMicros, dailyCapMicros: cap }: Limits): FlightTerms {
  const caps = [terms.dailyCapMicros, cap].filter((one) => one !== null);
  return {
    ...terms,
    budgetMicros: Math.min(terms.budgetMicros, budgetMicros),
    dailyCapMicros: caps.length === 0 ? null : lowest(caps),
  };
}

const isOn = (lease: BookLease, date: string): boolean => lease.fromDate <= date && date <= lease.toDate;

/**
 * Returns the days to check: both ends, and the days with spend between them. A day without spend never has less free
 * money than the ends.
 */
const datesOf = ({ days }: FlightBook, fromDate: string, toDate: string): ReadonlySet<string> =>
  new Set([fromDate, toDate, ...[...days.keys()].filter((date) => fromDate < date && date < toDate)]);

/** Undoes a charge. The part that a lease covered returns to that lease. */
export function undoCharge(book: FlightBook, { micros, date, lease, coverMicros }: Taken): void {
  book.spentMicros -= micros;
  book.days.set(date, (book.days.get(date) ?? 0) - micros);
  const kept = book.leases.find(({ id }) => id === lease);
  if (kept !== undefined) kept.leftMicros += coverMicros;
}

/**
 * Leases part of the free money for plays, until `untilMs` according to the shared clock. Returns null if less than
 * `leastMicros` is free.
 */
export function takeLease(
  book: FlightBook,
  id: number,
  { mostMicros, leastMicros, forMs }: LeaseWish,
  terms: FlightTerms,
  { dateOf, nowMs, untilMs }: { readonly dateOf: DateOf; readonly nowMs: number; readonly untilMs: number },
): BookLease | null {
  // The lease covers the dates that outlets' clocks may give its views. Just after midnight, these include the previous
  // day.
  const fromDate = dateOf(nowMs - CLOCK_TOLERANCE_MS, terms.timeZone);
  const toDate = dateOf(nowMs + forMs, terms.timeZone);
  const micros = Math.min(mostMicros, freeMicros(book, terms, fromDate, toDate));
  if (micros < leastMicros) return null;
  const lease = { id, leftMicros: micros, fromDate, toDate, untilMs };
  book.leases.push(lease);
  return lease;
}

/** Releases the unused money of a lease that no longer serves plays. */
export function shrinkLease(book: FlightBook, id: number, unusedMicros: number): void {
  const lease = book.leases.find((one) => one.id === id);
  if (lease !== undefined) lease.leftMicros = Math.max(0, lease.leftMicros - unusedMicros);
}
