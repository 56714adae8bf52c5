import type { Selectable } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

export type MailRow = Selectable<AccountsSchema['mails']>;

export async function insertMail(accounts: AccountsDb, mail: MailRow): Promise<void> {
  await accounts.insertInto('mails').values(mail).execute();
}

/** The oldest mail whose turn has come and that no other server holds. */
export const findDueMail = (accounts: AccountsDb, at: number) =>
  accounts
    .selectFrom('mails')
    .select('id')
    .where('status', '=', 'queued')
    .where('next_at', '<=', at)
    .where('leased_until', '<=', at)
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Takes a mail for delivery; only one of any number of servers that try at the same time gets it. */
export const leaseMail = (accounts: AccountsDb, id: string, { at, until }: { at: number; until: number }) =>
  accounts
    .updateTable('mails')
    .set((eb) => ({ leased_until: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('next_at', '<=', at)
    .where('leased_until', '<=', at)
    .returningAll()
    .executeTakeFirst();

/** What became of a try. The token of a link has served once the mail is delivered. */
export async function settleMail(
  accounts: AccountsDb,
  id: string,
  outcome: Partial<Pick<MailRow, 'status' | 'next_at' | 'last_error' | 'sent_at' | 'sealed_token'>>,
): Promise<void> {
  await accounts
    .updateTable('mails')
    .set({ ...outcome, leased_until: 0 })
    .where('id', '=', id)
    .execute();
}

/** Tokens of links that ended go, and so do mails that nobody will ask about any more. */
export async function forgetMails(
  accounts: AccountsDb,
  { endedBefore, createdBefore }: { endedBefore: number; createdBefore: number },
): Promise<void> {
  await accounts
    .updateTable('mails')
    .set({ sealed_token: null })
    .where('sealed_token', 'is not', null)
    .where('expires_at', '<', endedBefore)
    .execute();
  await accounts.deleteFrom('mails').where('created_at', '<', createdBefore).execute();
}
