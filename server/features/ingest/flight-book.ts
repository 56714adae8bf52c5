import { CLOCK_TOLERANCE_MS } from '#domain/clock-tolerance.ts';
import { highest, lowest } from '#domain/extremes.ts';
import type { Charge, FlightTerms, LeaseWish, LeastTerms, PlaysOf } from '../../plays/budgets.ts';

export type BookLease = {
  readonly id: number;
  /** What plays that were served from it may still cost. */
  leftMicros: number;
  /** Days of the flight's zone on which they may be seen. */
  readonly fromDate: string;
  readonly toDate: string;
  readonly untilMs: number;
};

/** One flight's money: what was spent in all and by day of its zone, and what is kept for plays under way. */
export type FlightBook = {
  spentMicros: number;
  readonly days: Map<string, number>;
  leases: BookLease[];
};

/** What an event took, and how much of it from the part that was kept for its play. */
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

/** Leases whose last play is over: what was not spent of them is free again. */
export function closeLeases(book: FlightBook, nowMs: number): readonly BookLease[] {
  const closed = book.leases.filter(({ untilMs }) => untilMs <= nowMs);
  if (closed.length > 0) book.leases = book.leases.filter(({ untilMs }) => untilMs > nowMs);
  return closed;
}

/**
 * Takes what the event costs. `over`: budget or day do not hold it whole. `held`: they would, but for what is reserved
 * for plays of others, which may yet become free.
 */
export function takeCharge(
  book: FlightBook,
  { eventId, amountMicros, timestampMs }: Charge,
  terms: FlightTerms,
  { dateOf, plays }: { readonly dateOf: DateOf; readonly plays: PlaysOf },
): Taken | 'over' | 'held' {
  const date = dateOf(timestampMs, terms.timeZone);
  const play = plays.get(eventId);
  // Of a day that the lease is not for, nothing was kept.
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

/** What neither the budget nor the cap of the day has spent. Nothing is ever taken beyond it, whatever is reserved. */
function unspentMicros(book: FlightBook, terms: FlightTerms, date: string): number {
  const ofDay = (terms.dailyCapMicros ?? Number.POSITIVE_INFINITY) - (book.days.get(date) ?? 0);
  return Math.min(terms.budgetMicros - book.spentMicros, ofDay);
}

/** What can still be taken or kept on all of the days, beside what is kept already. */
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

/** What terms have to leave room for today, and on the days on which plays under way may be seen. */
export function leastTerms(book: FlightBook, today: string): LeastTerms {
  const dates = new Set([today]);
  for (const { fromDate, toDate } of book.leases) for (const date of datesOf(book, fromDate, toDate)) dates.add(date);
  const taken = (date: string) =>
    (book.days.get(date) ?? 0) + book.leases.reduce((sum, one) => sum + (isOn(one, date) ? one.leftMicros : 0), 0);
  return { allMicros: book.spentMicros + heldMicros(book), ofDayMicros: highest([...dates].map(taken)) };
}

type Limits = Pick<FlightTerms, 'budgetMicros' | 'dailyCapMicros'>;

/** The lower of two. */
export function lowerTerms(terms: FlightTerms, { budgetMicros, dailyCapMicros: cap }: Limits): FlightTerms {
  const caps = [terms.dailyCapMicros, cap].filter((one) => one !== null);
  return {
    ...terms,
    budgetMicros: Math.min(terms.budgetMicros, budgetMicros),
    dailyCapMicros: caps.length === 0 ? null : lowest(caps),
  };
}

const isOn = (lease: BookLease, date: string): boolean => lease.fromDate <= date && date <= lease.toDate;

/** Days between on which nothing was spent are not fuller than the first and the last. */
const datesOf = ({ days }: FlightBook, fromDate: string, toDate: string): ReadonlySet<string> =>
  new Set([fromDate, toDate, ...[...days.keys()].filter((date) => fromDate < date && date < toDate)]);

/** Back to where it was: what was kept for a play is kept for it again. */
export function undoCharge(book: FlightBook, { micros, date, lease, coverMicros }: Taken): void {
  book.spentMicros -= micros;
  book.days.set(date, (book.days.get(date) ?? 0) - micros);
  const kept = book.leases.find(({ id }) => id === lease);
  if (kept !== undefined) kept.leftMicros += coverMicros;
}

/** Keeps a part of what is left for plays, until an instant of the clock of all processes; null where that is too little. */
export function takeLease(
  book: FlightBook,
  id: number,
  { mostMicros, leastMicros, forMs }: LeaseWish,
  terms: FlightTerms,
  { dateOf, nowMs, untilMs }: { readonly dateOf: DateOf; readonly nowMs: number; readonly untilMs: number },
): BookLease | null {
  // Its days are those of the views of its plays, by the clocks of outlets: at midnight also the day before.
  const fromDate = dateOf(nowMs - CLOCK_TOLERANCE_MS, terms.timeZone);
  const toDate = dateOf(nowMs + forMs, terms.timeZone);
  const micros = Math.min(mostMicros, freeMicros(book, terms, fromDate, toDate));
  if (micros < leastMicros) return null;
  const lease = { id, leftMicros: micros, fromDate, toDate, untilMs };
  book.leases.push(lease);
  return lease;
}

/** What no play took of a lease that serves no more. */
export function shrinkLease(book: FlightBook, id: number, unusedMicros: number): void {
  const lease = book.leases.find((one) => one.id === id);
  if (lease !== undefined) lease.leftMicros = Math.max(0, lease.leftMicros - unusedMicros);
}
