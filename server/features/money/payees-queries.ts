import type { Insertable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { PaymentTables } from '../../databases/accounts/payment-tables.ts';
import { inGroups } from '../../lib/in-groups.ts';
import { isCustomerLike } from '../../network/customer-name-queries.ts';

/** The revision of accounts that an earlier version stored. */
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

/** An account as stored. `sealed` is null for an account that an administrator stored in plain text. */
export type SealedPayeeRow = Awaited<ReturnType<ReturnType<typeof payees>['execute']>>[number];

/** Finds customers with an account or a change whose name contains the text: first those with a change, then by name. */
export async function findPayeeIds(
  accounts: AccountsDb,
  q: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<string[]> {
  const rows = await withAccounts(accounts, q)
    .select('customers.id')
    .orderBy((eb) => eb.case().when('change.customer_id', 'is not', null).then(0).else(1).end())
    .orderBy('customers.find_key')
    .orderBy('customers.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

const withAccounts = (accounts: AccountsDb, q: string) =>
  accounts
    .selectFrom('customers')
    .leftJoin('payees', 'payees.customer_id', 'customers.id')
    .leftJoin('payee_changes as change', (join) =>
      join.onRef('change.customer_id', '=', 'customers.id').on('change.withdrawn_at', 'is', null),
    )
    .where(({ eb, or }) => or([eb('payees.customer_id', 'is not', null), eb('change.customer_id', 'is not', null)]))
    .$if(q !== '', (query) => query.where(isCustomerLike('customers.find_key', q)));

export const findPayee = (accounts: AccountsDb, customerId: string): Promise<SealedPayeeRow | undefined> =>
  payees(accounts).where('payees.customer_id', '=', customerId).executeTakeFirst();

/** Finds these customers' accounts. Customers without an account have no row. */
export const findPayeesOf = (accounts: AccountsDb, customerIds: readonly string[]): Promise<SealedPayeeRow[]> =>
  inGroups(customerIds, (group) => payees(accounts).where('payees.customer_id', 'in', group).execute());

/** An account's revision, and when it was confirmed. */
export type PayeeState = { readonly revision: number; readonly confirmedAt: number };

/** Finds the confirmed account of each of these customers. Customers without a confirmed account have no entry. */
export async function findPayeeStates(
  accounts: AccountsDb,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, PayeeState>> {
  const rows = await inGroups(customerIds, (group) =>
    accounts
      .selectFrom('payees')
      .leftJoin('payee_seals', 'payee_seals.customer_id', 'payees.customer_id')
      .select(['payees.customer_id', 'revision', 'confirmed_at', 'changed_at'])
      .where('payees.customer_id', 'in', group)
      .execute(),
  );
  return new Map(
    rows.map(({ customer_id: id, revision, confirmed_at: confirmedAt, changed_at: changedAt }) => [
      id,
      { revision: revision ?? FIRST_REVISION, confirmedAt: confirmedAt ?? changedAt },
    ]),
  );
}

export async function countPayees(accounts: AccountsDb, q: string): Promise<number> {
  const row = await withAccounts(accounts, q)
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

/** Finds accounts that an earlier version stored in plain text. */
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

/** Stores the sealed account and erases the plain text. Skips a row that another process has sealed in the meantime. */
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
