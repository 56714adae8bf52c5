import { settleCustomers, standingIn } from '../../billing/settle-customers.ts';
import { findRefundsOnTheWay } from '../../billing/settlements-queries.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** Later than any clock says. */
const EVER = Number.MAX_SAFE_INTEGER;

/** What an advertiser is ahead, in cents, by all that is stored. */
export async function findAheadOf(accounts: AccountsDb, customerId: string): Promise<number> {
  return standingIn(await settleCustomers(accounts, [customerId], EVER), customerId).ahead;
}

/** Whether an advertiser needs an account that it is paid to: it is ahead, or a refund of it is under way. */
export const mayGetBack = async (accounts: AccountsDb, customerId: string): Promise<boolean> =>
  (await findAheadOf(accounts, customerId)) > 0 || (await findRefundsOnTheWay(accounts, [customerId])).size > 0;
