import type { Selectable } from 'kysely';
import type { StoredRole } from '#domain/role.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

export type MailRow = Selectable<AccountsSchema['mails']>;

/**
 * A file attached to a mail, kept until delivery. The file is not sent if its recipient's account has changed since.
 */
export type MailAttachment = {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly reader: { readonly userId: string; readonly role: StoredRole; readonly customerId: string | null };
};

export async function insertMail(accounts: AccountsDb, mail: MailRow): Promise<void> {
  await accounts.insertInto('mails').values(mail).execute();
}

export async function insertAttachment(
  accounts: AccountsDb,
  mailId: string,
  { name, type, bytes, reader: { userId, role, customerId } }: MailAttachment,
): Promise<void> {
  const row = { mail_id: mailId, user_id: userId, role, customer_id: customerId, name, type };
  await accounts
    .insertInto('mail_attachments')
    .values({ ...row, content: bytes.toString('base64') })
    .execute();
}

export type StoredAttachment = Pick<
  Selectable<AccountsSchema['mail_attachments']>,
  'name' | 'type' | 'content' | 'role' | 'customer_id'
> & {
  readonly current_role: string | null;
  readonly current_customer: string | null;
  readonly current_key: string | null;
};

/**
 * Finds a mail's attachment, and the current state of its recipient's account. The state is null if the account can no
 * longer sign in.
 */
export const findAttachment = (accounts: AccountsDb, mailId: string): Promise<StoredAttachment | undefined> =>
  accounts
    .selectFrom('mail_attachments')
    .leftJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'mail_attachments.user_id')
        .on('users.deleted_at', 'is', null)
        .on('users.disabled', '=', 0)
        .on('users.email_verified', '=', 1),
    )
    .leftJoin('customers', (join) =>
      join.onRef('customers.id', '=', 'users.customer_id').on('customers.deleted_at', 'is', null),
    )
    .select(['mail_attachments.name', 'mail_attachments.type', 'mail_attachments.content'])
    .select(['mail_attachments.role', 'mail_attachments.customer_id'])
    .select(['users.role as current_role', 'customers.id as current_customer', 'users.email_key as current_key'])
    .where('mail_attachments.mail_id', '=', mailId)
    .executeTakeFirst();

/** Deletes a mail's attachment, which is not kept after delivery. */
export async function deleteAttachment(accounts: AccountsDb, mailId: string): Promise<void> {
  await accounts.deleteFrom('mail_attachments').where('mail_id', '=', mailId).execute();
}

/** Deletes the tokens of expired links, and mails created before `createdBefore`. */
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
