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

/** Inserts the first payer account. Returns false if one already exists. */
export async function insertFirstPayer(tx: AccountsDb, row: Written): Promise<boolean> {
  const { numInsertedOrUpdatedRows: rows } = await tx
    .insertInto('payer_accounts')
    .values({ ...row, id: ID })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return rows === 1n;
}

/** Finds the newest bank file for a payout run or a refund. */
export const findLastFile = (accounts: AccountsDb, { of, id }: Filed): Promise<BankFileRow | undefined> =>
  of === 'run'
    ? accounts
        .selectFrom('payout_files')
        .select(['number', 'digest', 'day', 'made_at'])
        .where('run_id', '=', id)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
    : accounts
        .selectFrom('refund_files')
        .select(['number', 'digest', 'day', 'made_at'])
        .where('refund_id', '=', id)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();

export async function insertFile(tx: AccountsDb, { of, id }: Filed, row: BankFileRow): Promise<void> {
  if (of === 'run')
    await tx
      .insertInto('payout_files')
      .values({ ...row, run_id: id })
      .execute();
  else
    await tx
      .insertInto('refund_files')
      .values({ ...row, refund_id: id })
      .execute();
}

type Filed = { readonly of: 'run' | 'refund'; readonly id: string };
type BankFileRow = { readonly number: number; readonly digest: string; readonly day: string; readonly made_at: number };
