import type { FastifyReply } from 'fastify';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { type ExportColumn, sendCsv } from '../../exports/send-csv.ts';
import { managedUser } from './managed-user.ts';
import { findUsers, type UserFilter, type UserOrder, type UserRow } from './users-queries.ts';

const AT_ONCE = 500;

/** Those of the import, and what else is known. */
const COLUMNS: readonly ExportColumn<UserRow>[] = [
  { name: 'email', value: ({ email }) => email },
  { name: 'first_name', value: (user) => user.first_name },
  { name: 'last_name', value: (user) => user.last_name },
  { name: 'phone', value: (user) => user.phone_number },
  { name: 'role', value: ({ role }) => role },
  { name: 'customer', value: (user) => user.customer_name ?? '' },
  { name: 'disabled', value: ({ disabled }) => (disabled === 1 ? 'yes' : 'no') },
  { name: 'status', value: (user) => managedUser(user).status },
  { name: 'email_verified', value: (user) => (user.email_verified === 1 ? 'yes' : 'no') },
  { name: 'last_seen_at', value: (user) => managedUser(user).last_seen_at },
  { name: 'created_at', value: (user) => managedUser(user).created_at },
];

/** All accounts that fit, as a file. */
export const sendUsers = (reply: FastifyReply, accounts: AccountsDb, filter: UserFilter, order: UserOrder) =>
  sendCsv(reply, 'voltboard-users.csv', COLUMNS, allUsers(accounts, filter, order));

async function* allUsers(accounts: AccountsDb, filter: UserFilter, order: UserOrder): AsyncGenerator<UserRow> {
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = await findUsers(accounts, filter, order, { limit: AT_ONCE, offset });
    yield* rows;
    if (rows.length < AT_ONCE) return;
  }
}
