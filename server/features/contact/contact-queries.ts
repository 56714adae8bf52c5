import { type Selectable, sql } from 'kysely';
import type { MessageFolder } from '#contract/contact.ts';
import type { MESSAGE_SORTS } from '#contract/table-choices.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { shownMessages, shownUsers } from '../../people/shown-rows-queries.ts';

type StoredMessage = Selectable<AccountsSchema['contact_messages']>;

/**
 * Serializes writers for the same account until the transaction ends, so that each transaction counts the messages that
 * the previous one stored. Changes nothing. SQLite has a single writer anyway.
 */
export async function lockAccount(accounts: AccountsDb, userId: string): Promise<void> {
  await accounts
    .updateTable('users')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', userId)
    .execute();
}

/** Finds when the account's messages after `since` were sent, oldest first. */
export async function findSendingTimes(accounts: AccountsDb, userId: string, since: number): Promise<number[]> {
  const rows = await accounts
    .selectFrom('contact_messages')
    .select('sent_at')
    .where('user_id', '=', userId)
    .where('sent_at', '>', since)
    .orderBy('sent_at')
    .execute();
  return rows.map(({ sent_at }) => sent_at);
}

export async function insertMessage(accounts: AccountsDb, message: StoredMessage): Promise<void> {
  await accounts.insertInto('contact_messages').values(message).execute();
}

/** Finds an account's email address, for the audit log. */
export const findAddress = (accounts: AccountsDb, userId: string) =>
  accounts.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();

const withAccount = (accounts: AccountsDb, isVisit: boolean) =>
  accounts
    .selectFrom(shownMessages(isVisit))
    .innerJoin(shownUsers(isVisit), 'users.id', 'contact_messages.user_id')
    .leftJoin('customers', 'customers.id', 'users.customer_id')
    .selectAll('contact_messages')
    .select(['users.email as account', 'customers.name as customer']);

export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

export const findMessage = (accounts: AccountsDb, id: string, isVisit = false) =>
  withAccount(accounts, isVisit).where('contact_messages.id', '=', id).executeTakeFirst();

type Wanted = {
  readonly folder: 'inbox' | MessageFolder;
  readonly needle: string;
  /** If true, only public fields of other people's messages are searched, sorted and read. */
  readonly isVisit: boolean;
};
type Place = {
  readonly name: (typeof MESSAGE_SORTS)[number];
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
};

const SORTED_BY = { sent_at: 'contact_messages.sent_at', name: 'contact_messages.search_key' } as const;

const escaped = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** Finds a page of the folder's messages that contain the text. */
export const findMessages = (accounts: AccountsDb, wanted: Wanted, { name, direction, limit, offset }: Place) =>
  withAccount(accounts, wanted.isVisit)
    .where(matching(wanted))
    .orderBy(SORTED_BY[name], direction)
    .orderBy('contact_messages.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();

export async function countMessages(accounts: AccountsDb, wanted: Wanted): Promise<number> {
  const { count } = await accounts
    .selectFrom(shownMessages(wanted.isVisit))
    .where(matching(wanted))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Selects the messages in a folder that contain the text. Both engines compare exactly, because `search_key` is
 * already in lower case.
 */
function matching({ folder, needle }: Omit<Wanted, 'isVisit'>) {
  const inFolder = {
    inbox: sql<boolean>`contact_messages.deleted_at is null`,
    unread: sql<boolean>`(contact_messages.deleted_at is null and contact_messages.read_at is null)`,
    deleted: sql<boolean>`contact_messages.deleted_at is not null`,
  }[folder];
  if (needle === '') return inFolder;
  return sql<boolean>`(${inFolder} and contact_messages.search_key like ${`%${escaped(needle)}%`} escape '\\')`;
}

/** Sets or clears one of a message's marks. Returns false if nothing changed. */
export async function setMark(
  accounts: AccountsDb,
  id: string,
  mark: 'read_at' | 'deleted_at',
  at: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await accounts
    .updateTable('contact_messages')
    .set({ [mark]: at })
    .where('id', '=', id)
    .where(mark, at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
