import type { ContactMessage, listMessages, MessageList } from '#contract/contact.ts';
import { nameKey } from '#domain/name-key.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { RequestOf } from '../../http/add-route.ts';
import { readPage, readSort } from '../../http/read-page.ts';
import { countMessages, findMessages, type MessageRow } from './contact-queries.ts';

/** One page of a folder, with the total and the unread count; newest first by default. */
export async function readMessages(
  accounts: AccountsDb,
  { folder, q = '', sort = '-sent_at', ...place }: RequestOf<typeof listMessages>['query'],
  isVisit: boolean,
): Promise<MessageList> {
  const wanted = { folder: folder ?? 'inbox', needle: nameKey(q), isVisit } as const;
  const { page, limit, offset } = readPage(place);
  const [rows, total, unread] = await Promise.all([
    findMessages(accounts, wanted, { ...readSort(sort), limit, offset }),
    countMessages(accounts, wanted),
    countMessages(accounts, { folder: 'unread', needle: '', isVisit }),
  ]);
  return { data: rows.map(toMessage), total, page, limit, unread };
}

const isoOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** A stored message as administrators see it. */
export const toMessage = (row: MessageRow): ContactMessage => ({
  id: row.id,
  name: row.name,
  email: row.email,
  message: row.message,
  sent_at: new Date(row.sent_at).toISOString(),
  account: row.account,
  customer: row.customer ?? '',
  read_at: isoOrNull(row.read_at),
  deleted_at: isoOrNull(row.deleted_at),
});
