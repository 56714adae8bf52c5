import type { Insertable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { PaymentTables } from '../../databases/accounts/payment-tables.ts';

const ID = 'payer';

const payers = (accounts: AccountsDb) =>
  accounts
    .selectFrom('payer_accounts')
    .leftJoin('users', 'users.id', 'payer_accounts.changed_by_id')
    .select(['holder', 'sealed', 'company_id', 'revision', 'changed_at', 'users.email as changed_by'])
    .where('payer_accounts.id', '=', ID);

export type PayerRow = Awaited<ReturnType<ReturnType<typeof payers>['execute']>>[number];

export const findPayer = (accounts: AccountsDb): Promise<PayerRow | undefined> => payers(accounts).executeTakeFirst();

type Written = Omit<Insertable<PaymentTables['payer_accounts']>, 'id'>;

export async function upsertPayer(tx: AccountsDb, row: Written): Promise<void> {
  await tx
    .insertInto('payer_accounts')
    .values({ ...row, id: ID })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** False where there is one already. */
export async function insertFirstPayer(tx: AccountsDb, row: Written): Promise<boolean> {
  const { numInsertedOrUpdatedRows: rows } = await tx
    .insertInto('payer_accounts')
    .values({ ...row, id: ID })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return rows === 1n;
}

/** The newest bank file of a run. */
export const findLastFile = (accounts: AccountsDb, runId: string) =>
  accounts
    .selectFrom('payout_files')
    .select(['number', 'digest', 'day', 'made_at'])
    .where('run_id', '=', runId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function insertFile(tx: AccountsDb, row: Insertable<PaymentTables['payout_files']>): Promise<void> {
  await tx.insertInto('payout_files').values(row).execute();
}
