import type { Insertable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { PaymentTables } from '../../databases/accounts/payment-tables.ts';
import { inGroups } from '../../lib/in-groups.ts';

const payees = (accounts: AccountsDb) =>
  accounts
    .selectFrom('payees')
    .innerJoin('customers', 'customers.id', 'payees.customer_id')
    .leftJoin('users', 'users.id', 'payees.changed_by_id')
    .select(['payees.customer_id', 'customers.name as customer_name', 'holder', 'account', 'bank'])
    .select(['changed_at', 'changed_by_id', 'users.email as changed_by']);

export type PayeeRow = Awaited<ReturnType<ReturnType<typeof payees>['execute']>>[number];

export const findPayees = (
  accounts: AccountsDb,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<PayeeRow[]> =>
  payees(accounts).orderBy('customers.name').orderBy('payees.customer_id').limit(limit).offset(offset).execute();

export const findPayee = (accounts: AccountsDb, customerId: string): Promise<PayeeRow | undefined> =>
  payees(accounts).where('payees.customer_id', '=', customerId).executeTakeFirst();

/** By customer; who has none is absent. */
export async function findPayeesOf(
  accounts: AccountsDb,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, PayeeRow>> {
  const rows = await inGroups(customerIds, (group) =>
    payees(accounts).where('payees.customer_id', 'in', group).execute(),
  );
  return new Map(rows.map((row) => [row.customer_id, row]));
}

export async function countPayees(accounts: AccountsDb): Promise<number> {
  const row = await accounts
    .selectFrom('payees')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(row.rows);
}

export async function keepPayee(tx: AccountsDb, row: Insertable<PaymentTables['payees']>): Promise<void> {
  const { customer_id: _, ...change } = row;
  await tx
    .insertInto('payees')
    .values(row)
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(change))
    .execute();
}
