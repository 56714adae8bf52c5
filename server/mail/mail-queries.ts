import type { Selectable } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

export type MailRow = Selectable<AccountsSchema['mails']>;

export async function insertMail(accounts: AccountsDb, mail: MailRow): Promise<void> {
  await accounts.insertInto('mails').values(mail).execute();
}
