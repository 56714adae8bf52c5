import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { findBookedMoves, findSaidMoves } from './verify-moved-queries.ts';

/** Checks that each payment, refund and payout has its ledger entry, and that no other entries exist. */
export async function faultsOfMoved(accounts: AccountsDb): Promise<string[]> {
  const before = await findSaidMoves(accounts);
  const booked = await findBookedMoves(accounts);
  // For rows that were entered or withdrawn during the check, use their later state.
  const said = new Map(
    [...before, ...(await findSaidMoves(accounts))].filter(([key]) => before.has(key) || booked.has(key)),
  );
  return [...new Set([...said.keys(), ...booked.keys()])]
    .filter((reference) => said.get(reference) !== booked.get(reference))
    .map((reference) => {
      const [is, should] = [booked.get(reference) ?? 0, said.get(reference) ?? 0];
      return `Booked for '${reference}': ${is} micro-dollars of cash; it says ${should}.`;
    });
}
