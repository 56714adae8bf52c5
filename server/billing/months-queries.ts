import type { Selectable } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { DocumentKind, LedgerTables } from '../databases/accounts/ledger-tables.ts';

export type MonthRow = Selectable<LedgerTables['billing_months']>;

export const findMonths = (accounts: AccountsDb): Promise<MonthRow[]> =>
  accounts.selectFrom('billing_months').selectAll().orderBy('month').execute();

/** Starts or resumes closing a month. The previous holder can no longer write. */
export async function holdMonth(
  accounts: AccountsDb,
  { month, fromMs, toMs }: { readonly month: string; readonly fromMs: number; readonly toMs: number },
  holder: string,
): Promise<void> {
  const fresh = { cut_off_at: null, read_at: null, final_at: null, looked_until: null };
  await accounts
    .insertInto('billing_months')
    .values({ month, from_at: fromMs, to_at: toMs, holder, ...fresh })
    .onConflict((conflict) => conflict.column('month').doUpdateSet({ holder }))
    .execute();
}

/** Thrown if another process took over the month while this process did not respond. */
class MonthTakenError extends Error {
  override readonly name = 'MonthTakenError';
}

/**
 * Updates a month that this run still holds. Must be the first statement in each transaction that writes for the month.
 */
export async function changeMonth(
  tx: AccountsDb,
  { month, holder }: { readonly month: string; readonly holder: string },
  change: Partial<Pick<MonthRow, 'cut_off_at' | 'read_at' | 'final_at' | 'looked_until' | 'holder'>>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('billing_months')
    .set({ holder, ...change })
    .where('month', '=', month)
    .where('holder', '=', holder)
    .where('final_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new MonthTakenError(`Another process is closing ${month}.`);
}

/** Records the cut-off of the last search for a final month's late events. */
export async function noteLook(tx: AccountsDb, month: string, cutOff: number): Promise<void> {
  await tx.updateTable('billing_months').set({ looked_until: cutOff }).where('month', '=', month).execute();
}

/** Returns the last number assigned to a document of a kind. */
export async function findLastNumber(accounts: AccountsDb, kind: DocumentKind): Promise<number> {
  const row = await accounts
    .selectFrom('document_numbers')
    .select('last')
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return row.last;
}

/** Reserves `count` numbers, starting at `first`. Returns false if another process has already taken `first`. */
export async function takeNumbers(tx: AccountsDb, kind: DocumentKind, first: number, count: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('document_numbers')
    .set({ last: first + count - 1 })
    .where('kind', '=', kind)
    .where('last', '=', first - 1)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
