import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/**
 * Finds a payment, with the sum of earlier payments that are not withdrawn, and the sum of all payments minus refunds.
 * Includes entries that are in the future by this process's clock.
 */
export async function findPaid(accounts: AccountsDb, id: string) {
  const payment = await accounts
    .selectFrom('payments')
    .select(['id', 'customer_id', 'amount_cents', 'entered_at', 'withdrawn_at', 'why_withdrawn'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (payment === undefined) return undefined;
  const { customer_id: customerId, entered_at: at } = payment;
  const before = await accounts
    .selectFrom('payments')
    .select(({ fn }) => fn.sum<number | null>('amount_cents').as('cents'))
    .where('customer_id', '=', customerId)
    .where('withdrawn_at', 'is', null)
    .where(({ and, eb, or }) => or([eb('entered_at', '<', at), and([eb('entered_at', '=', at), eb('id', '<', id)])]))
    .executeTakeFirstOrThrow();
  const [paid, refunded] = await Promise.all([
    accounts
      .selectFrom('payments')
      .select(({ fn }) => fn.sum<number | null>('amount_cents').as('cents'))
      .where('customer_id', '=', customerId)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirstOrThrow(),
    accounts
      .selectFrom('refunds')
      .select(({ fn }) => fn.sum<number | null>('amount_cents').as('cents'))
      .where('customer_id', '=', customerId)
      .where('paid_at', 'is not', null)
      .where('returned_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  // Refunds are taken from the newest payments.
  const kept = Number(paid.cents ?? 0) - Number(refunded.cents ?? 0);
  return { ...payment, before_cents: Number(before.cents ?? 0), kept_cents: kept };
}

/**
 * Finds a payout, with the time its run was proposed and the sum that earlier runs had paid by then. An owner is in
 * only one open run, so runs are ordered by number and not by clocks.
 */
export async function findPaidOut(accounts: AccountsDb, id: string) {
  const payout = await accounts
    .selectFrom('payouts')
    .innerJoin('payout_runs', 'payout_runs.id', 'payouts.run_id')
    .select(['payouts.id', 'customer_id', 'amount_cents', 'payout_runs.number', 'payout_runs.proposed_at'])
    .where('payouts.id', '=', id)
    .executeTakeFirst();
  if (payout === undefined) return undefined;
  const { customer_id: customerId, number, proposed_at: at } = payout;
  const before = await accounts
    .selectFrom('payouts')
    .innerJoin('payout_runs', 'payout_runs.id', 'payouts.run_id')
    .select(({ fn }) => fn.sum<number | null>('amount_cents').as('cents'))
    .where('customer_id', '=', customerId)
    .where('payout_runs.number', '<', number)
    .where('paid_at', 'is not', null)
    .where(({ eb, or }) => or([eb('returned_at', 'is', null), eb('returned_at', '>', at)]))
    .executeTakeFirstOrThrow();
  return { ...payout, before_cents: Number(before.cents ?? 0) };
}

/** Finds a run's payouts, with their recipients. */
export const findPaidIn = (accounts: AccountsDb, runId: string) =>
  accounts
    .selectFrom('payouts')
    .select(['id', 'customer_name as name', 'amount_cents as cents'])
    .where('run_id', '=', runId)
    .execute();
