import { startText, waitsUntil } from '#domain/payee-start.ts';
import { AppError } from '../../http/app-error.ts';
import type { PayeeState } from './payees-queries.ts';
import type { PayoutWaitRow } from './payout-waits-queries.ts';
import type { PayoutRow } from './payouts-queries.ts';

type Wanted = Pick<PayoutRow, 'id' | 'run_id' | 'customer_id' | 'customer_name' | 'amount_cents'>;

/** Separates payouts whose account was confirmed less than a day ago from those that are ready. */
export function leaveOut<Row extends Wanted>(
  rows: readonly Row[],
  states: ReadonlyMap<string, PayeeState>,
  at: number,
) {
  const startOf = ({ customer_id: id }: Row) => {
    const state = states.get(id);
    return state === undefined ? null : waitsUntil(state.confirmedAt, at);
  };
  const waits = rows.flatMap((row) => {
    const startsAt = startOf(row);
    if (startsAt === null) return [];
    const { run_id, customer_id, customer_name, amount_cents } = row;
    return [{ run_id, customer_id, customer_name, amount_cents, starts_at: startsAt }];
  });
  return { ready: rows.filter((row) => startOf(row) === null), waits };
}

/** Returns the details for the audit log. */
export const leftOutDetail = (waits: readonly PayoutWaitRow[]) =>
  waits.length === 0 ? {} : { left_out: waits.length };

/** Builds the error for a run that leaves out every owner. */
export function allWait(waits: readonly PayoutWaitRow[]): AppError {
  const first = waits.reduce((least, { starts_at: at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const why = `All owners in this run have recently changed payout accounts. The first payouts can start on ${startText(first)}.`;
  return new AppError('conflict', why);
}
