import { type Settled, settleDocuments } from '#domain/settled-documents.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { findPayables, type PayableRow, sumMoved } from './settlements-queries.ts';

export type SettledDocument = PayableRow & Settled & { readonly isOverdue: boolean };

export type CustomerStanding = {
  /** Final documents, oldest first. */
  readonly documents: readonly SettledDocument[];
  /** The open amount of these documents in cents, and the overdue part of it. */
  readonly open: number;
  readonly overdue: number;
  /** Cents paid beyond the documents' total. */
  readonly ahead: number;
};

const NOTHING: CustomerStanding = { documents: [], open: 0, overdue: 0, ahead: 0 };
export const standingIn = (standings: ReadonlyMap<string, CustomerStanding>, customerId: string): CustomerStanding =>
  standings.get(customerId) ?? NOTHING;

/**
 * Settles customers' documents, as of a given time. An advertiser may have a credit balance before its first invoice.
 * The result does not include customers without documents or payments.
 */
export async function settleCustomers(
  accounts: AccountsDb,
  customerIds: readonly string[],
  knownOn: number,
): Promise<ReadonlyMap<string, CustomerStanding>> {
  const byCustomer = new Map<string, PayableRow[]>();
  for (const row of await findPayables(accounts, customerIds, knownOn))
    byCustomer.set(row.customer_id, [...(byCustomer.get(row.customer_id) ?? []), row]);
  const asked = { knownOn, customerIds };
  const moved = {
    statement: await sumMoved(accounts, 'statement', asked),
    invoice: await sumMoved(accounts, 'invoice', asked),
  };
  const standings = new Map<string, CustomerStanding>();
  for (const [customerId, cents] of moved.invoice)
    if (!byCustomer.has(customerId)) standings.set(customerId, { ...NOTHING, ahead: Math.max(0, cents) });
  for (const [customerId, rows] of byCustomer) {
    // A customer is either an owner or an advertiser, never both.
    const kind = rows[0]?.kind ?? 'invoice';
    const { byId, open, ahead } = settleDocuments(rows, moved[kind].get(customerId) ?? 0);
    const documents = rows.map((row): SettledDocument => {
      const settled = byId.get(row.id) ?? { settled: 0, open: row.cents };
      return { ...row, ...settled, isOverdue: settled.open > 0 && row.due_at !== null && row.due_at <= knownOn };
    });
    const overdue = documents.reduce((all, one) => all + (one.isOverdue ? one.open : 0), 0);
    standings.set(customerId, { documents, open, overdue, ahead });
  }
  return standings;
}
