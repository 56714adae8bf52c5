import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { findBookedMoves, findSaidMoves } from './verify-moved-queries.ts';

/** What payments and payouts moved is in the books, entry for entry, and nothing else is. */
export async function faultsOfMoved(accounts: AccountsDb): Promise<string[]> {
  const before = await findSaidMoves(accounts);
  const booked = await findBookedMoves(accounts);
  // What was entered or taken back meanwhile is judged by what it says afterwards.
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
