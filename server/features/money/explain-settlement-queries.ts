import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { DocumentKind } from '../../databases/accounts/ledger-tables.ts';

type Known = { readonly customerId: string; readonly atMs: number };

/**
 * Finds the payments or payouts that counted at that time, oldest first. `by` is the person who entered the payment or
 * approved the run.
 */
export const findMoves = (accounts: AccountsDb, kind: DocumentKind, known: Known) =>
  kind === 'invoice' ? findPaymentsOf(accounts, known) : findPayoutsOf(accounts, known);

export type Move = Awaited<ReturnType<typeof findMoves>>[number];

async function findPaymentsOf(accounts: AccountsDb, { customerId, atMs }: Known) {
  const refunds = await findRefundsOf(accounts, { customerId, atMs });
  const rows = await accounts
    .selectFrom('payments')
    .leftJoin('users', 'users.id', 'payments.entered_by_id')
    .select(['payments.id', 'amount_cents as cents', 'paid_on', 'reference', 'entered_at as at', 'users.email as by'])
    .where('payments.customer_id', '=', customerId)
    .where('entered_at', '<=', atMs)
    .where((eb) => eb.or([eb('withdrawn_at', 'is', null), eb('withdrawn_at', '>', atMs)]))
    .orderBy('entered_at')
    .orderBy('payments.id')
    .execute();
  return [...rows.map((row) => ({ ...row, kind: 'payment' as const })), ...refunds];
}

/**
 * Finds refunds, as negative payments. Refunds follow all payments, because they are deducted from the newest payments.
 */
async function findRefundsOf(accounts: AccountsDb, { customerId, atMs }: Known) {
  const rows = await accounts
    .selectFrom('refunds')
    .leftJoin('users', 'users.id', 'refunds.decided_by_id')
    .select(['refunds.id', 'amount_cents', 'paid_on', 'number', 'decided_at as at', 'users.email as by'])
    .where('refunds.customer_id', '=', customerId)
    .where('paid_at', '<=', atMs)
    .where((eb) => eb.or([eb('returned_at', 'is', null), eb('returned_at', '>', atMs)]))
    .orderBy('number')
    .execute();
  return rows.map(({ amount_cents: cents, number, ...row }) => ({
    ...row,
    cents: -cents,
    reference: `Refund ${number}`,
    kind: 'refund' as const,
  }));
}

/** Finds payouts. An owner is in only one open run, so payouts are ordered by run number and not by clocks. */
async function findPayoutsOf(accounts: AccountsDb, { customerId, atMs }: Known) {
  const rows = await accounts
    .selectFrom('payouts')
    .innerJoin('payout_runs', 'payout_runs.id', 'payouts.run_id')
    .leftJoin('users', 'users.id', 'payout_runs.decided_by_id')
    .select(['payouts.id', 'amount_cents as cents', 'paid_on', 'payout_runs.number', 'decided_at as at'])
    .select('users.email as by')
    .where('payouts.customer_id', '=', customerId)
    .where('paid_at', '<=', atMs)
    .where((eb) => eb.or([eb('returned_at', 'is', null), eb('returned_at', '>', atMs)]))
    .orderBy('payout_runs.number')
    .execute();
  return rows.map(({ number, ...row }) => ({ ...row, reference: `Payout run ${number}`, kind: 'payout' as const }));
}
