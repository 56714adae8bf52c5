import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { DocumentKind } from '../databases/accounts/ledger-tables.ts';
import { findNames, findRefundsOnTheWay, sumDocuments, sumMoved } from './settlements-queries.ts';

/** A customer's open balance. Amounts are in cents. */
export type OpenRow = {
  readonly customer: { readonly id: string; readonly name: string };
  readonly documents: number;
  readonly open: number;
  readonly overdue: number;
};

/**
 * Finds customers with an open balance, largest balance first. One customer's prepayment does not reduce the debt of
 * others.
 */
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

/** An advertiser with a credit balance, in cents: its payments and credits in excess of its invoices. */
export type AheadRow = {
  readonly customer: { readonly id: string; readonly name: string };
  readonly ahead: number;
  /** The part that is being refunded. */
  readonly refund: number;
};

/**
 * Finds advertisers with a credit balance, largest balance first, including advertisers that paid before their first
 * invoice.
 */
export async function findAhead(accounts: AccountsDb, nowMs: number): Promise<AheadRow[]> {
  const billed = new Map((await sumDocuments(accounts, 'invoice', nowMs)).map((row) => [row.customerId, row.cents]));
  const moved = await sumMoved(accounts, 'invoice', { knownOn: nowMs, customerIds: null });
  const ahead = [...new Set([...billed.keys(), ...moved.keys()])]
    .map((id) => ({ id, cents: (moved.get(id) ?? 0) - (billed.get(id) ?? 0) }))
    .filter(({ cents }) => cents > 0);
  const names = await findNames(
    accounts,
    ahead.map(({ id }) => id),
  );
  const refunds = await findRefundsOnTheWay(accounts, null);
  return ahead
    .map(({ id, cents }) => {
      const customer = { id, name: names.get(id) ?? '' };
      return { customer, ahead: cents, refund: refunds.get(id)?.cents ?? 0 };
    })
    .toSorted((one, other) => other.ahead - one.ahead);
}
