import type { MAIL_SORTS, MAIL_STATUSES } from '#contract/table-choices.ts';
import { DEMO_DOMAIN } from '#domain/constants.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { containsAnyCase, containsText } from '../../databases/accounts/contains-text.ts';
import { shownMails } from '../../people/shown-rows-queries.ts';

export type WantedMails = {
  /** In lower case. */
  readonly needle: string;
  readonly status: (typeof MAIL_STATUSES)[number] | undefined;
  /** Only mails to this address; null means all. */
  readonly toKey: string | null;
  /** Only mails to demo addresses, which do not exist. */
  readonly toDemo: boolean;
};

type Place = {
  readonly name: (typeof MAIL_SORTS)[number];
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
};

const SORTED_BY = { created_at: 'created_at', to: 'to_key' } as const;

function wantedMails(accounts: AccountsDb, { needle, status, toKey, toDemo }: WantedMails) {
  return accounts
    .selectFrom(shownMails(toDemo))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'sent'))
    .$if(toKey !== null, (query) => query.where('to_key', '=', toKey ?? ''))
    .$if(toDemo, (query) => query.where('to_key', 'like', `%${DEMO_DOMAIN}`))
    .$if(needle !== '', (query) =>
      query.where(({ or }) => or([containsText('to_key', needle), containsAnyCase(accounts, 'subject', needle)])),
    );
}

export const findMails = (accounts: AccountsDb, wanted: WantedMails, { name, direction, limit, offset }: Place) =>
  wantedMails(accounts, wanted)
    .selectAll()
    .orderBy(SORTED_BY[name], direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();

export async function countMails(accounts: AccountsDb, wanted: WantedMails): Promise<number> {
  const { count } = await wantedMails(accounts, wanted)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const findMail = (accounts: AccountsDb, id: string) =>
  accounts.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();

/** Queues a failed or held mail again. A second call changes nothing. */
export const queueMail = (accounts: AccountsDb, id: string) =>
  accounts
    .updateTable('mails')
    .set({ status: 'queued', next_at: 0, leased_until: 0, attempts: 0, last_error: '' })
    .where('id', '=', id)
    .where('status', 'in', ['failed', 'held'])
    .returningAll()
    .executeTakeFirst();

/** Finds a user's email address. */
export const findAddress = (accounts: AccountsDb, userId: string) =>
  accounts.selectFrom('users').select(['email', 'email_key']).where('id', '=', userId).executeTakeFirst();
