import type { Insertable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { PaymentTables } from '../../databases/accounts/payment-tables.ts';
import { inGroups } from '../../lib/in-groups.ts';

const payees = (accounts: AccountsDb) =>
  accounts
    .selectFrom('payees')
    .innerJoin('customers', 'customers.id', 'payees.customer_id')
    .leftJoin('users', 'users.id', 'payees.changed_by_id')
    .leftJoin('users as confirmers', 'confirmers.id', 'payees.confirmed_by_id')
    .select(['payees.customer_id', 'customers.name as customer_name', 'holder', 'sealed', 'account', 'bank'])
    .select(['changed_at', 'changed_by_id', 'users.email as changed_by', 'revision'])
    .select(['confirmed_at', 'confirmed_by_id', 'confirmers.email as confirmed_by']);

/** As it is stored: `account` and `bank` are sealed. */
export type SealedPayeeRow = Awaited<ReturnType<ReturnType<typeof payees>['execute']>>[number];

/** Those that wait to be confirmed first. */
export const findPayees = (
  accounts: AccountsDb,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<SealedPayeeRow[]> =>
  payees(accounts)
    .orderBy((eb) => eb.case().when('confirmed_at', 'is', null).then(0).else(1).end())
    .orderBy('customers.name')
    .orderBy('payees.customer_id')
    .limit(limit)
    .offset(offset)
    .execute();

export const findPayee = (accounts: AccountsDb, customerId: string): Promise<SealedPayeeRow | undefined> =>
  payees(accounts).where('payees.customer_id', '=', customerId).executeTakeFirst();

/** Of these customers; who has none is absent. */
export const findPayeesOf = (accounts: AccountsDb, customerIds: readonly string[]): Promise<SealedPayeeRow[]> =>
  inGroups(customerIds, (group) => payees(accounts).where('payees.customer_id', 'in', group).execute());

/** How often each of these accounts was changed; who has none is absent. */
export async function findRevisions(
  accounts: AccountsDb,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await inGroups(customerIds, (group) =>
    accounts.selectFrom('payees').select(['customer_id', 'revision']).where('customer_id', 'in', group).execute(),
  );
  return new Map(rows.map(({ customer_id: id, revision }) => [id, revision]));
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

/** False where it was changed or confirmed since. */
export async function confirmPayee(
  tx: AccountsDb,
  { customerId, revision }: { readonly customerId: string; readonly revision: number },
  by: { readonly confirmed_at: number; readonly confirmed_by_id: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payees')
    .set({ ...by, revision: revision + 1 })
    .where('customer_id', '=', customerId)
    .where('revision', '=', revision)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Those that stand plainly, or were sealed with another secret than that whose seals begin so. */
export const findToSeal = (accounts: AccountsDb, prefix: string, limit: number) =>
  accounts
    .selectFrom('payees')
    .select(['customer_id', 'sealed', 'account', 'bank'])
    .where('sealed', 'not like', `${prefix}%`)
    .orderBy('customer_id')
    .limit(limit)
    .execute();

/** Not where somebody changed it meanwhile. */
export async function storeSeal(
  tx: AccountsDb,
  { customer_id: id, sealed: before }: { readonly customer_id: string; readonly sealed: string },
  sealed: string,
): Promise<void> {
  await tx
    .updateTable('payees')
    .set({ sealed, account: '', bank: '' })
    .where('customer_id', '=', id)
    .where('sealed', '=', before)
    .execute();
}
