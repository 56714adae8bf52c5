import { settleDocuments } from '#domain/settled-documents.ts';
import { numberText } from '../../billing/document-words.ts';
import { findPayables, type PayableRow } from '../../billing/settlements-queries.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { type PayoutRow, type RunRow, sumPaidBefore } from './payouts-queries.ts';

/**
 * Finds the numbers of the statements that each payout in a run pays, by payout: those that were open when the run was
 * proposed.
 */
export async function findPaidStatements(
  accounts: AccountsDb,
  { number, proposed_at: proposedAt }: Pick<RunRow, 'number' | 'proposed_at'>,
  payouts: readonly PayoutRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const customerIds = payouts.map((payout) => payout.customer_id);
  const before = await sumPaidBefore(accounts, { number, proposedAt, customerIds });
  const byCustomer = new Map<string, PayableRow[]>();
  for (const row of await findPayables(accounts, customerIds, proposedAt))
    byCustomer.set(row.customer_id, [...(byCustomer.get(row.customer_id) ?? []), row]);
  return new Map(
    payouts.map(({ id, customer_id: customerId }) => {
      const documents = byCustomer.get(customerId) ?? [];
      const { byId } = settleDocuments(documents, before.get(customerId) ?? 0);
      const open = documents.filter((document) => (byId.get(document.id)?.open ?? 0) > 0);
      return [id, open.map((document) => numberText(document.kind, document.number))];
    }),
  );
}

/** Builds a text such as `Payout run 7 S-000012 S-000013 +2 more`, with the numbers that fit into `most` characters. */
export function payoutWords(start: string, statements: readonly string[], most: number): string {
  for (let shown = statements.length; shown > 0; shown -= 1) {
    const left = statements.length - shown;
    const words = [start, ...statements.slice(0, shown), ...(left === 0 ? [] : [`+${left} more`])].join(' ');
    if (words.length <= most) return words;
  }
  return start;
}
