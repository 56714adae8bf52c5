import type { Selectable } from 'kysely';
import { USUAL_NETWORK_NAME } from '#domain/constants.ts';
import { emailKey } from '#domain/email.ts';
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
  readonly reader:
    | { readonly userId: string; readonly role: StoredRole; readonly customerId: string | null }
    /** The customer whose billing address gets the mail. */
    | { readonly billingOf: string };
};

/** The user and role of an attachment for a billing address, which belongs to no account. */
const NO_ACCOUNT = { user_id: '', role: 'unassigned' } as const;

export async function insertMail(accounts: AccountsDb, mail: MailRow): Promise<void> {
  await accounts.insertInto('mails').values(mail).execute();
}

export async function insertAttachment(
  accounts: AccountsDb,
  mailId: string,
  { name, type, bytes, reader }: MailAttachment,
): Promise<void> {
  const of =
    'billingOf' in reader
      ? { ...NO_ACCOUNT, customer_id: reader.billingOf }
      : { user_id: reader.userId, role: reader.role, customer_id: reader.customerId };
  const row = { mail_id: mailId, ...of, name, type };
  await accounts
    .insertInto('mail_attachments')
    .values({ ...row, content: bytes.toString('base64') })
    .execute();
}

export type StoredAttachment = Pick<
  Selectable<AccountsSchema['mail_attachments']>,
  'name' | 'type' | 'content' | 'role' | 'customer_id' | 'user_id'
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
    .select(['mail_attachments.role', 'mail_attachments.customer_id', 'mail_attachments.user_id'])
    .select(['users.role as current_role', 'customers.id as current_customer', 'users.email_key as current_key'])
    .where('mail_attachments.mail_id', '=', mailId)
    .executeTakeFirst();

/** Returns whether the address still is the customer's billing address. */
export async function isBillingAddress(accounts: AccountsDb, customerId: string, toKey: string): Promise<boolean> {
  const row = await accounts
    .selectFrom('customers')
    .select('billing_email')
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined && emailKey(row.billing_email) === toKey;
}

/** Who sends a mail and who gets it, for its footer. `organization` is '' if the address has none. */
export type Correspondents = { readonly network: string; readonly organization: string };

/**
 * Finds the names of the network and of the recipient's organization. The network has its own name, or that of its
 * letterhead.
 */
export async function findCorrespondents(
  accounts: AccountsDb,
  { to_key: toKey, unsubscriber }: Pick<MailRow, 'to_key' | 'unsubscriber'>,
  networkName: string,
): Promise<Correspondents> {
  const letterhead = await accounts
    .selectFrom('letterheads')
    .select('name')
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const network = networkName === USUAL_NETWORK_NAME ? letterhead?.name || networkName : networkName;
  const billed = unsubscriber.startsWith('customer:') ? unsubscriber.slice('customer:'.length) : null;
  if (billed !== null) {
    const customer = await accounts.selectFrom('customers').select('name').where('id', '=', billed).executeTakeFirst();
    return { network, organization: customer?.name ?? '' };
  }
  const user = await accounts
    .selectFrom('users')
    .leftJoin('customers', 'customers.id', 'users.customer_id')
    .select(['users.role', 'customers.name'])
    .where('users.email_key', '=', toKey)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  return { network, organization: user?.role === 'admin' ? network : (user?.name ?? '') };
}

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
