import type { Insertable, Selectable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { PaymentTables } from '../../databases/accounts/payment-tables.ts';

export type SendingRow = Selectable<PaymentTables['money_sendings']>;

export const findSending = (accounts: AccountsDb, id: string): Promise<SendingRow | undefined> =>
  accounts.selectFrom('money_sendings').selectAll().where('id', '=', id).executeTakeFirst();

/** Records a sending id. Rejects if it was already used, because the store enforces a unique key. */
export async function insertSending(tx: AccountsDb, row: Insertable<PaymentTables['money_sendings']>): Promise<void> {
  await tx.insertInto('money_sendings').values(row).execute();
}
