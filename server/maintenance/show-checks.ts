import { lastLedgerCheck } from '../billing/verify-ledger.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { lastFiguresCheck } from './figures-check.ts';

/** Returns the last comparison of sealed sums in the form that administrators see, or null if there has been none. */
export async function showFiguresCheck(accounts: AccountsDb) {
  const check = await lastFiguresCheck(accounts);
  if (check === null) return null;
  const { at, weeks, differing, repaired, missing } = check;
  return { checked_at: new Date(at).toISOString(), weeks, differing, repaired, missing };
}

/** Returns the last check of the ledger in the form that administrators see, or null if there has been none. */
export async function showLedgerCheck(accounts: AccountsDb) {
  const check = await lastLedgerCheck(accounts);
  if (check === null) return null;
  const { at, entries, documents, months, faults } = check;
  return { checked_at: new Date(at).toISOString(), entries, documents, months, faults };
}
