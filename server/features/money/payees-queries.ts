import type { Insertable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { PaymentTables } from '../../databases/accounts/payment-tables.ts';
import { inGroups } from '../../lib/in-groups.ts';

/** Of what an earlier version wrote. */
export const FIRST_REVISION = 1;

const payees = (accounts: AccountsDb) =>
  accounts
    .selectFrom('payees')
    .innerJoin('customers', 'customers.id', 'payees.customer_id')
    .leftJoin('payee_seals', 'payee_seals.customer_id', 'payees.customer_id')
    .leftJoin('users', 'users.id', 'payees.changed_by_id')
    .leftJoin('users as confirmers', 'confirmers.id', 'payee_seals.confirmed_by_id')
    .select(['payees.customer_id', 'customers.name as customer_name', 'holder', 'sealed', 'account', 'bank'])
    .select(['changed_at', 'changed_by_id', 'users.email as changed_by', 'revision', 'holder_kind', 'account_kind'])
    .select(['confirmed_at', 'confirmed_by_id', 'confirmers.email as confirmed_by']);

/** As it is stored: `sealed` is null of one that stands plainly, and was written by an administrator. */
export type SealedPayeeRow = Awaited<ReturnType<ReturnType<typeof payees>['execute']>>[number];

/** Those that wait to be confirmed first. */
export const findPayees = (
  accounts: AccountsDb,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<SealedPayeeRow[]> =>
  payees(accounts)
    .orderBy((eb) =>
      eb
        .case()
        .when(eb.and([eb('sealed', 'is not', null), eb('confirmed_at', 'is', null)]))
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('customers.find_key')
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
    accounts
      .selectFrom('payees')
      .leftJoin('payee_seals', 'payee_seals.customer_id', 'payees.customer_id')
      .select(['payees.customer_id', 'revision'])
      .where('payees.customer_id', 'in', group)
      .execute(),
  );
  return new Map(rows.map(({ customer_id: id, revision }) => [id, revision ?? FIRST_REVISION]));
}

export async function countPayees(accounts: AccountsDb): Promise<number> {
  const row = await accounts
    .selectFrom('payees')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(row.rows);
}

type Seal = Insertable<PaymentTables['payee_seals']>;

export async function keepPayee(
  tx: AccountsDb,
  row: Omit<Insertable<PaymentTables['payees']>, 'account' | 'bank'>,
  seal: Omit<Seal, 'customer_id'>,
): Promise<void> {
  const { customer_id: id, ...written } = row;
  const change = { ...written, account: '', bank: '' };
  await tx
    .insertInto('payees')
    .values({ ...change, customer_id: id })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(change))
    .execute();
  await keepSeal(tx, { ...seal, customer_id: id });
}

async function keepSeal(tx: AccountsDb, { customer_id: id, ...seal }: Seal): Promise<void> {
  await tx
    .insertInto('payee_seals')
    .values({ ...seal, customer_id: id })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(seal))
    .execute();
}

/** False where it was changed or confirmed since. */
export async function confirmPayee(
  tx: AccountsDb,
  { customerId, revision }: { readonly customerId: string; readonly revision: number },
  by: { readonly confirmed_at: number; readonly confirmed_by_id: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payee_seals')
    .set({ ...by, revision: revision + 1 })
    .where('customer_id', '=', customerId)
    .where('revision', '=', revision)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Those that stand plainly, as an earlier version wrote them. */
export const findPlain = (accounts: AccountsDb, limit: number) =>
  accounts
    .selectFrom('payees')
    .selectAll()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payee_seals').select('sealed').whereRef('payee_seals.customer_id', '=', 'payees.customer_id'),
        ),
      ),
    )
    .orderBy('customer_id')
    .limit(limit)
    .execute();

/** Not where somebody sealed it meanwhile. */
export async function sealPlain(
  tx: AccountsDb,
  { customer_id: id, changed_at: at, changed_by_id: by }: Awaited<ReturnType<typeof findPlain>>[number],
  sealed: string,
): Promise<void> {
  const seal = { customer_id: id, sealed, revision: FIRST_REVISION, confirmed_at: at, confirmed_by_id: by };
  const { numInsertedOrUpdatedRows: rows } = await tx
    .insertInto('payee_seals')
    .values(seal)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (rows === 1n)
    await tx.updateTable('payees').set({ account: '', bank: '' }).where('customer_id', '=', id).execute();
}
