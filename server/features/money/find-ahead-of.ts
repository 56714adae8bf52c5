import { settleCustomers, standingIn } from '../../billing/settle-customers.ts';
import { findRefundsOnTheWay } from '../../billing/settlements-queries.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** A time later than any clock shows. */
const EVER = Number.MAX_SAFE_INTEGER;

/** Returns an advertiser's credit balance in cents, from all stored rows. */
export async function findAheadOf(accounts: AccountsDb, customerId: string): Promise<number> {
  return standingIn(await settleCustomers(accounts, [customerId], EVER), customerId).ahead;
}

/** Whether an advertiser needs a bank account: it has a credit balance, or a refund is in progress. */
export const mayGetBack = async (accounts: AccountsDb, customerId: string): Promise<boolean> =>
  (await findAheadOf(accounts, customerId)) > 0 || (await findRefundsOnTheWay(accounts, [customerId])).size > 0;
