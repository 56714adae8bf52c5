import { type Selectable, sql } from 'kysely';
import type { AccountsDb } from './databases/accounts/accounts-db.ts';
import type { AccountsSchema } from './databases/accounts/schema.ts';

export type Erasable = { readonly id: string; readonly email: string; readonly email_key: string };
export type StoredEntry = Omit<Selectable<AccountsSchema['audit_log']>, 'id'>;

export const findErasable = (accounts: AccountsDb, before: number, limit: number): Promise<Erasable[]> =>
  accounts
    .selectFrom('users')
    .select(['id', 'email', 'email_key'])
    .where('deleted_at', '<', before)
    .where('email_key', '<>', '')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Everything of the person but the row itself, which keeps what names nobody. */
export async function erasePersonalRows(tx: AccountsDb, { id, email_key: key }: Erasable): Promise<void> {
  for (const table of OWNED) await tx.deleteFrom(table).where('user_id', '=', id).execute();
  await tx.updateTable('sessions').set({ ip: '', user_agent: '' }).where('user_id', '=', id).execute();
  await tx
    .deleteFrom('contact_messages')
    .where((eb) => eb.or([eb('user_id', '=', id), eb(sql<string>`lower(email)`, '=', key)]))
    .execute();
  await tx.deleteFrom('account_requests').where('email_key', '=', key).execute();
  await tx
    .deleteFrom('mails')
    .where((eb) =>
      eb.or([
        eb('to_key', '=', key),
        eb(sql<string>`lower(reply_to)`, '=', key),
        sql<boolean>`lower(content) like ${containing(key)} escape '\\'`,
      ]),
    )
    .execute();
  const names = { first_name: '', last_name: '', name_key: '', phone_number: '', avatar: '[]' };
  const access = { email: '', email_key: '', password_hash: null, import_hash: null, authentication_uid: null };
  await tx
    .updateTable('users')
    .set({ ...names, ...access })
    .where('id', '=', id)
    .execute();
}

const OWNED = [
  ...(['avatars', 'identities', 'link_requests', 'login_challenges', 'login_codes'] as const),
  ...(['second_factors', 'recovery_codes', 'account_tokens'] as const),
];

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Entries that the person wrote, or that name the person. */
export const findEntriesAbout = (tx: AccountsDb, { id, email_key: key }: Erasable): Promise<StoredEntry[]> =>
  tx
    .selectFrom('audit_log')
    .select(['seq', 'at', 'actor_id', 'actor', 'action', 'subject', 'detail', 'ip', 'hash'])
    .where((eb) =>
      eb.or([
        eb('actor_id', '=', id),
        sql<boolean>`lower(actor) like ${containing(key)} escape '\\'`,
        sql<boolean>`lower(subject) like ${containing(key)} escape '\\'`,
        sql<boolean>`lower(detail) like ${containing(key)} escape '\\'`,
        sql<boolean>`detail like ${containing(id)} escape '\\'`,
      ]),
    )
    .orderBy('seq')
    .execute();

export async function rewriteEntry(tx: AccountsDb, { seq, actor, subject, detail, ip }: StoredEntry): Promise<void> {
  await tx.updateTable('audit_log').set({ actor, subject, detail, ip }).where('seq', '=', seq).execute();
}

/** Within the transaction of an erasure only: lets it rewrite entries. */
export async function allowRewriting(tx: AccountsDb, isAllowed: boolean): Promise<void> {
  if (isAllowed) await tx.insertInto('settings').values({ name: 'audit_erasure', value: 'on' }).execute();
  else await tx.deleteFrom('settings').where('name', '=', 'audit_erasure').execute();
}
