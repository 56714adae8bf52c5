import type { FastifyReply } from 'fastify';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { exportColumns } from '../../exports/export-columns.ts';
import { sendCsv } from '../../exports/send-csv.ts';
import { managedUser } from './managed-user.ts';
import { findUsers, type UserFilter, type UserOrder, type UserRow } from './users-queries.ts';

const AT_ONCE = 500;

/** The columns of the import, and the other known fields. */
const COLUMNS = exportColumns<'users', UserRow>('users', {
  email: ({ email }) => email,
  first_name: (user) => user.first_name,
  last_name: (user) => user.last_name,
  phone: (user) => user.phone_number,
  role: ({ role }) => role,
  standing: ({ customer_id, standing }) => (customer_id === null ? '' : standing),
  customer: (user) => user.customer_name ?? '',
  disabled: ({ disabled }) => (disabled === 1 ? 'yes' : 'no'),
  status: (user) => managedUser(user).status,
  email_verified: (user) => (user.email_verified === 1 ? 'yes' : 'no'),
  last_seen_at: (user) => managedUser(user).last_seen_at,
  created_at: (user) => managedUser(user).created_at,
});

/** Sends all matching accounts as a file. */
export const sendUsers = (reply: FastifyReply, accounts: AccountsDb, filter: UserFilter, order: UserOrder) =>
  sendCsv(reply, 'voltboard-users.csv', COLUMNS, allUsers(accounts, filter, order));

async function* allUsers(accounts: AccountsDb, filter: UserFilter, order: UserOrder): AsyncGenerator<UserRow> {
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = await findUsers(accounts, filter, order, { limit: AT_ONCE, offset });
    yield* rows;
    if (rows.length < AT_ONCE) return;
  }
}
