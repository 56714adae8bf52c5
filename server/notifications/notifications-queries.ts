import type { Selectable } from 'kysely';
import type { NotificationKind } from '#contract/notifications.ts';
import type { StoredRole } from '#domain/role.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

export type NotificationRow = Selectable<AccountsSchema['notifications']>;
export type ChoiceRow = Selectable<AccountsSchema['notification_choices']>;

export type Recipient = { readonly id: string; readonly email: string; readonly role: StoredRole };

/**
 * Finds the users of an organization who can sign in; for null, the administrators. Returns none if the organization
 * has been deleted.
 */
export const findRecipients = (accounts: AccountsDb, customerId: string | null): Promise<Recipient[]> =>
  accounts
    .selectFrom('users')
    .select(['id', 'email', 'role'])
    .where('disabled', '=', 0)
    .where('email_verified', '=', 1)
    .where('deleted_at', 'is', null)
    .$if(customerId === null, (query) => query.where('role', '=', 'admin'))
    .$if(customerId !== null, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('customers')
            .select('id')
            .where('customers.id', '=', customerId)
            .where('customers.deleted_at', 'is', null)
            .whereRef('customers.id', '=', 'users.customer_id')
            .whereRef('customers.kind', '=', 'users.role'),
        ),
      ),
    )
    .orderBy('email_key')
    .execute();

/** Finds what people chose for a kind, by user. People without a row have the defaults. */
export async function findChoices(
  accounts: AccountsDb,
  kind: NotificationKind,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ChoiceRow>> {
  const rows = await accounts
    .selectFrom('notification_choices')
    .selectAll()
    .where('kind', '=', kind)
    .where('user_id', 'in', [...userIds])
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

export const findChoicesOf = (accounts: AccountsDb, userId: string): Promise<ChoiceRow[]> =>
  accounts.selectFrom('notification_choices').selectAll().where('user_id', '=', userId).execute();

export async function storeChoice(accounts: AccountsDb, row: ChoiceRow): Promise<void> {
  await accounts
    .insertInto('notification_choices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ in_app: row.in_app, mail: row.mail }))
    .execute();
}

/** Inserts notifications. Returns the users who had not been notified of the cause before. */
export async function insertNotifications(
  accounts: AccountsDb,
  rows: readonly NotificationRow[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const stored = await accounts
    .insertInto('notifications')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['user_id', 'cause']).doNothing())
    .returning('user_id')
    .execute();
  return new Set(stored.map(({ user_id: id }) => id));
}

/**
 * Whose notifications a query returns. Only those about the user's present organization are visible, because the user
 * may have moved to another one. `customerId` is null for administrators.
 */
export type NotificationReader = { readonly userId: string; readonly customerId: string | null };

const visibleTo = (accounts: AccountsDb, { userId, customerId }: NotificationReader) =>
  accounts
    .selectFrom('notifications')
    .where('user_id', '=', userId)
    .where('in_app', '=', 1)
    .where('customer_id', customerId === null ? 'is' : '=', customerId);

/** Finds notifications, newest first. The order is by ID, because IDs increase over time. */
export const findNotifications = (
  accounts: AccountsDb,
  reader: NotificationReader,
  { before, limit }: { readonly before: string; readonly limit: number },
): Promise<NotificationRow[]> =>
  visibleTo(accounts, reader)
    .selectAll()
    .$if(before !== '', (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Counts unread notifications, except for some kinds. */
export async function countUnreadNotifications(
  accounts: AccountsDb,
  reader: NotificationReader,
  except: readonly NotificationKind[] = [],
): Promise<number> {
  const { count } = await visibleTo(accounts, reader)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('read_at', 'is', null)
    .$if(except.length > 0, (query) => query.where('kind', 'not in', except))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Finds unread notifications, newest first, except for some kinds. */
export const findUnreadNotifications = (
  accounts: AccountsDb,
  reader: NotificationReader,
  { limit, except }: { readonly limit: number; readonly except: readonly NotificationKind[] },
): Promise<NotificationRow[]> =>
  visibleTo(accounts, reader)
    .selectAll()
    .where('read_at', 'is', null)
    .$if(except.length > 0, (query) => query.where('kind', 'not in', except))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Marks one of the user's notifications, or all, as read. */
export async function setNotificationsRead(
  accounts: AccountsDb,
  userId: string,
  { id, at }: { readonly id: string | undefined; readonly at: number },
): Promise<void> {
  await accounts
    .updateTable('notifications')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute();
}

export async function deleteNotificationsBefore(accounts: AccountsDb, atMs: number): Promise<void> {
  await accounts.deleteFrom('notifications').where('created_at', '<', atMs).execute();
}
