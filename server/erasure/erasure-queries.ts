import { type Selectable, sql } from 'kysely';
import { personKeys } from '#domain/person-names.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { containsAnyCase, containsText } from '../databases/accounts/contains-text.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { inGroups } from '../lib/in-groups.ts';
import type { Addresses } from './erased-addresses.ts';

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

/** Erases the account's personal data in other tables, then clears all personal columns in its row. */
export async function erasePersonalRows(tx: AccountsDb, { id }: Erasable, addresses: Addresses): Promise<void> {
  for (const table of OWNED) await tx.deleteFrom(table).where('user_id', '=', id).execute();
  await erasePrivateReports(tx, id);
  await tx.updateTable('sessions').set({ ip: '', user_agent: '' }).where('user_id', '=', id).execute();
  const keys = [...addresses.keys, ''];
  await tx.deleteFrom('contact_messages').where('user_id', '=', id).execute();
  await tx
    .updateTable('customers')
    .set({ billing_email: '' })
    .where('billing_email', 'in', keys)
    .where('billing_email', '<>', '')
    .execute();
  await tx.deleteFrom('account_requests').where('email_key', 'in', keys).where('email_key', '<>', '').execute();
  await tx.deleteFrom('attempt_budgets').where('account', 'in', keys).where('account', '<>', '').execute();
  const messages = await tx
    .selectFrom('contact_messages')
    .select(['id', 'email as text'])
    .where(({ or }) => or(addresses.forms.map((form) => containsAnyCase(tx, 'email', form))))
    .execute();
  await deleteThoseAbout(tx, 'contact_messages', messages, addresses);
  const mails = await tx
    .selectFrom('mails')
    .select(['id', sql<string>`to_key || ' ' || reply_to || ' ' || subject || ' ' || content`.as('text')])
    .where(({ or }) =>
      or(
        addresses.forms.flatMap((form) =>
          (['to_key', 'reply_to', 'subject', 'content'] as const).map((column) => containsAnyCase(tx, column, form)),
        ),
      ),
    )
    .execute();
  await deleteThoseAbout(tx, 'mails', mails, addresses);
  const imports = await tx
    .selectFrom('import_jobs')
    .select(['id', importText.as('text')])
    .where('is_clean', '=', 1)
    .where(({ or }) => or(addresses.forms.map((form) => containsAnyCase(tx, importText, form))))
    .execute();
  await deleteThoseAbout(tx, 'import_jobs', imports, addresses);
  for (const [table, column] of SIGNED) await eraseSignatures(tx, table, column, addresses);
  const names = { first_name: '', last_name: '', ...personKeys('', ''), phone_number: '', avatar: '[]' };
  const access = { email: '', email_key: '', password_hash: null, import_hash: null, authentication_uid: null };
  await tx
    .updateTable('users')
    .set({ ...names, ...access })
    .where('id', '=', id)
    .execute();
}

/** The columns of an import that may name a person: its author, or someone in its file. */
const importText = sql<string>`actor || ' ' || file_name || ' ' || coalesce(result, '') || ' ' || coalesce(failure, '')`;

type Found = readonly { readonly id: string; readonly text: string }[];

/**
 * Deletes the rows that contain one of the addresses. The database finds rows that contain the letters of an address,
 * which may be part of a longer address.
 */
async function deleteThoseAbout(
  tx: AccountsDb,
  table: 'contact_messages' | 'mails' | 'import_jobs',
  found: Found,
  { names }: Addresses,
) {
  const ids = found.filter(({ text }) => names(text)).map(({ id }) => id);
  await inGroups(ids, async (group) => {
    await tx.deleteFrom(table).where('id', 'in', group).execute();
    return [];
  });
}

/** Columns outside the audit log that record an author's address. */
export const SIGNED = [
  ['flights', 'submitted_by'],
  ['flight_proposals', 'made_by'],
  ['creative_decisions', 'decided_by'],
  ['traffic_rules', 'made_by'],
  ['objections', 'raised_by'],
  ['traffic_findings', 'proposed_by'],
  ['objections', 'decided_by'],
  ['adjustments', 'made_by'],
  ['letterheads', 'made_by'],
  ['network_settings', 'changed_by'],
] as const;

async function eraseSignatures(
  tx: AccountsDb,
  table: (typeof SIGNED)[number][0],
  column: (typeof SIGNED)[number][1],
  { forms, names, without }: Addresses,
): Promise<void> {
  if (forms.length === 0) return;
  const signed = await sql<{ text: string }>`
    select distinct ${sql.ref(column)} as text from ${sql.table(table)}
    where ${sql.join(
      forms.map((form) => containsAnyCase(tx, column, form)),
      sql` or `,
    )}`.execute(tx);
  for (const { text } of signed.rows.filter((row) => names(row.text)))
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${without(text, 'erased')}
      where ${sql.ref(column)} = ${text}`.execute(tx);
}

/** Deletes the account's private reports. Reports shared with its organization stay, without the author's name. */
async function erasePrivateReports(tx: AccountsDb, userId: string): Promise<void> {
  const reports = tx.selectFrom('saved_reports').select('id').where('user_id', '=', userId).where('shared', '=', 0);
  const schedules = tx.selectFrom('report_schedules').select('id').where('report_id', 'in', reports);
  await tx.deleteFrom('report_recipients').where('schedule_id', 'in', schedules).execute();
  await tx.deleteFrom('report_schedules').where('report_id', 'in', reports).execute();
  await tx.deleteFrom('saved_reports').where('user_id', '=', userId).where('shared', '=', 0).execute();
}

/**
 * Returns the names of the account's reports. After the private reports are erased, these are the reports that the
 * account shares.
 */
export async function findReportsOf(tx: AccountsDb, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('saved_reports').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}

const OWNED = [
  ...(['avatars', 'identities', 'link_requests', 'login_challenges', 'login_codes'] as const),
  ...(['second_factors', 'recovery_codes', 'passkeys', 'passkey_challenges', 'sso_sign_ins'] as const),
  ...(['account_tokens', 'api_tokens', 'alert_readers', 'notifications', 'notification_choices'] as const),
  ...(['report_recipients', 'report_deliveries', 'report_links', 'mail_attachments', 'report_marks'] as const),
];

/** Returns entries that the account wrote, or whose details contain the account's ID. */
export const findEntriesOf = (tx: AccountsDb, id: string): Promise<StoredEntry[]> =>
  entries(tx)
    .where((eb) => eb.or([eb('actor_id', '=', id), containsText('detail', id)]))
    .execute();

/** Returns other entries that contain the letters of an address. */
export const findEntriesNaming = async (tx: AccountsDb, id: string, forms: readonly string[]): Promise<StoredEntry[]> =>
  entries(tx)
    .where((eb) =>
      eb.not(eb.or([eb.and([eb('actor_id', 'is not', null), eb('actor_id', '=', id)]), containsText('detail', id)])),
    )
    .where((eb) =>
      eb.or(
        forms.flatMap((form) =>
          (['actor', 'subject', 'detail'] as const).map((column) => containsAnyCase(tx, column, form)),
        ),
      ),
    )
    .execute();

const entries = (tx: AccountsDb) =>
  tx
    .selectFrom('audit_log')
    .select(['seq', 'at', 'actor_id', 'actor', 'action', 'subject', 'detail', 'ip', 'hash'])
    .orderBy('seq');

/** Returns those of the addresses that now belong to another account. */
export const findKeysOfOthers = async (tx: AccountsDb, id: string, keys: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .selectFrom('users')
    .select('email_key')
    .where('id', '<>', id)
    .where('email_key', 'in', [...keys, ''])
    .where('email_key', '<>', '')
    .execute();
  return rows.map(({ email_key: key }) => key);
};

export async function rewriteEntry(tx: AccountsDb, { seq, actor, subject, detail, ip }: StoredEntry): Promise<void> {
  await tx.updateTable('audit_log').set({ actor, subject, detail, ip }).where('seq', '=', seq).execute();
}

/** Allows or forbids rewriting entries. Only for use within an erasure's transaction. */
export async function allowRewriting(tx: AccountsDb, isAllowed: boolean): Promise<void> {
  if (isAllowed) await tx.insertInto('settings').values({ name: 'audit_erasure', value: 'on' }).execute();
  else await tx.deleteFrom('settings').where('name', '=', 'audit_erasure').execute();
}
