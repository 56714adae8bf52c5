import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { DocumentKind } from '../../databases/accounts/ledger-tables.ts';

/** Finds the final documents for a kind and month, with their recipients. */
export const findBilled = (accounts: AccountsDb, kind: DocumentKind, month: string) =>
  accounts
    .selectFrom('documents')
    .innerJoin('billing_months', 'billing_months.month', 'documents.month')
    .select(['id', 'number', 'layout', 'customer_name', 'total_cents', 'time_zone', 'from_at', 'to_at'])
    .where('kind', '=', kind)
    .where('documents.month', '=', month)
    .where('number', 'is not', null)
    .execute();

/** Finds the payouts in proposed and approved runs. No owner is in two such runs. */
export const findOnTheWay = (accounts: AccountsDb) =>
  accounts
    .selectFrom('payouts')
    .innerJoin('customers', 'customers.id', 'payouts.customer_id')
    .select(['payouts.id', 'customers.name as name', 'amount_cents as cents'])
    .where('payouts.state', 'in', ['proposed', 'approved'])
    .execute();
