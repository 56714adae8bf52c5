import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { DocumentKind } from '../databases/accounts/ledger-tables.ts';
import { inGroups } from '../lib/in-groups.ts';

/** Finds the numbers of final documents, with their customer and month. */
export async function findNumbersOf(
  accounts: AccountsDb,
  kind: DocumentKind,
  customerIds: readonly string[],
): Promise<readonly { readonly customer_id: string; readonly month: string; readonly number: number }[]> {
  const rows = await inGroups(customerIds, (group) =>
    accounts
      .selectFrom('documents')
      .select(['customer_id', 'month', 'number'])
      .where('kind', '=', kind)
      .where('customer_id', 'in', group)
      .where('number', 'is not', null)
      .execute(),
  );
  return rows.map((row) => ({ ...row, number: row.number ?? 0 }));
}
