import { MICROS_PER_CENT } from '#domain/money.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** Finds postings of payments, refunds and payouts to the network's cash account, by the entry's reference. */
export async function findBookedMoves(accounts: AccountsDb): Promise<ReadonlyMap<string, number>> {
  const rows = await accounts
    .selectFrom('ledger_postings')
    .innerJoin('ledger_entries', 'ledger_entries.seq', 'ledger_postings.entry_seq')
    .select(['reference', 'micros'])
    .where('ledger_entries.kind', 'in', ['payment', 'payout'])
    .where('account', '=', 'network:cash')
    .execute();
  return new Map(rows.map(({ reference, micros }) => [reference, micros]));
}

/** Returns the amounts of payments, refunds and payouts as stored outside the ledger, keyed by the same references. */
export async function findSaidMoves(accounts: AccountsDb): Promise<ReadonlyMap<string, number>> {
  const payments = await accounts.selectFrom('payments').select(['id', 'amount_cents', 'withdrawn_at']).execute();
  const payouts = await accounts
    .selectFrom('payouts')
    .select(['id', 'amount_cents', 'returned_at'])
    .where('paid_at', 'is not', null)
    .execute();
  const refunds = await accounts
    .selectFrom('refunds')
    .select(['id', 'amount_cents', 'returned_at'])
    .where('paid_at', 'is not', null)
    .execute();
  const moves = new Map<string, number>();
  for (const { id, amount_cents: cents, withdrawn_at: withdrawn } of payments) {
    moves.set(`payment ${id}`, cents * MICROS_PER_CENT);
    if (withdrawn !== null) moves.set(`payment ${id} withdrawn`, -cents * MICROS_PER_CENT);
  }
  for (const { id, amount_cents: cents, returned_at: returned } of payouts) {
    moves.set(`payout ${id}`, -cents * MICROS_PER_CENT);
    if (returned !== null) moves.set(`payout ${id} returned`, cents * MICROS_PER_CENT);
  }
  for (const { id, amount_cents: cents, returned_at: returned } of refunds) {
    moves.set(`refund ${id}`, -cents * MICROS_PER_CENT);
    if (returned !== null) moves.set(`refund ${id} returned`, cents * MICROS_PER_CENT);
  }
  return moves;
}
