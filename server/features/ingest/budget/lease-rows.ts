import { randomInt } from 'node:crypto';
import type { BookLease } from './flight-book.ts';
import type { LeaseRow } from './lease-queries.ts';

/** Returns a random id, so processes need no coordination. The tokens of the lease's plays contain it. */
export const newLeaseId = (): number => randomInt(1, 2 ** 48 - 1);

export const leaseRowOf = (flightKey: number, lease: BookLease): LeaseRow => ({
  id: lease.id,
  flight_key: flightKey,
  left_micros: lease.leftMicros,
  from_date: lease.fromDate,
  to_date: lease.toDate,
  until_at: lease.untilMs,
});

export const bookLeaseOf = (row: LeaseRow): BookLease => ({
  id: row.id,
  leftMicros: row.left_micros,
  fromDate: row.from_date,
  toDate: row.to_date,
  untilMs: row.until_at,
});
