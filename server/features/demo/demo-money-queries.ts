import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { inGroups } from '../../lib/in-groups.ts';

/** Finds customers of a kind, in the order in which they were created. */
export const findCustomers = (accounts: AccountsDb, kind: 'property' | 'advertiser') =>
  accounts
    .selectFrom('customers')
    .select(['id', 'key', 'name'])
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .orderBy('key')
    .execute();

/** Whether there is an account to make payouts from. */
export const hasPayer = async (accounts: AccountsDb): Promise<boolean> =>
  (await accounts.selectFrom('payer_accounts').select('id').executeTakeFirst()) !== undefined;

/** Finds owners without a payout account, unless a visitor has entered one that waits for confirmation. */
export const findWithoutPayee = (accounts: AccountsDb, bookkeeperId: string) =>
  accounts
    .selectFrom('customers')
    .leftJoin('payees', 'payees.customer_id', 'customers.id')
    .select(['customers.id', 'customers.key', 'customers.name'])
    .where('customers.kind', '=', 'property')
    .where('customers.deleted_at', 'is', null)
    .where('payees.customer_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payee_changes')
            .select('payee_changes.customer_id')
            .whereRef('payee_changes.customer_id', '=', 'customers.id')
            .where('changed_by_id', '<>', bookkeeperId),
        ),
      ),
    )
    .orderBy('customers.key')
    .execute();

export const findAccount = (accounts: AccountsDb, email: string) =>
  accounts
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .where('demo', '=', 1)
    .executeTakeFirst();

/** Finds final invoices with a positive total, oldest first. */
export const findInvoices = (accounts: AccountsDb) =>
  accounts
    .selectFrom('documents')
    .select(['id', 'number', 'month', 'customer_id', 'total_cents', 'final_at'])
    .where('kind', '=', 'invoice')
    .where('number', 'is not', null)
    .where('total_cents', '>', 0)
    .orderBy('number')
    .execute();

/** Returns which of these ids were already submitted. */
export async function findSent(accounts: AccountsDb, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await inGroups(ids, (group) =>
    accounts.selectFrom('money_sendings').select('id').where('id', 'in', group).execute(),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Finds a run's smallest paid payout. */
export const findSmallestPaid = (accounts: AccountsDb, runId: string) =>
  accounts
    .selectFrom('payouts')
    .select('id')
    .where('run_id', '=', runId)
    .where('state', '=', 'paid')
    .orderBy('amount_cents')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
