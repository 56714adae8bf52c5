import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { DocumentKind } from '../databases/accounts/ledger-tables.ts';
import { sumDocuments, sumMoved } from './settlements-queries.ts';

/** In cents. */
export type OpenRow = {
  readonly customer: { readonly id: string; readonly name: string };
  readonly documents: number;
  readonly open: number;
  readonly overdue: number;
};

/** Whoever has something open, the most first; what somebody paid ahead takes nothing from what others owe. */
export async function findOpen(accounts: AccountsDb, kind: DocumentKind, nowMs: number): Promise<OpenRow[]> {
  const billed = await sumDocuments(accounts, kind, nowMs);
  const moved = await sumMoved(accounts, kind, { knownOn: nowMs, customerIds: null });
  return billed
    .map(({ customerId, customer, cents, documents, dueCents }) => {
      const paid = moved.get(customerId) ?? 0;
      const [open, overdue] = [Math.max(0, cents - paid), Math.max(0, dueCents - paid)];
      return { customer: { id: customerId, name: customer }, documents, open, overdue };
    })
    .filter(({ open }) => open > 0)
    .toSorted((one, other) => other.open - one.open);
}
