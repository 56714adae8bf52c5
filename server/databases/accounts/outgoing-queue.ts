import type { Selectable } from 'kysely';
import type { AccountsDb } from './accounts-db.ts';
import type { AccountsSchema } from './schema.ts';

/** Queues of calls to other servers. Rows are leased, so that only one process attempts each call. */
type Queue = 'mails' | 'alert_calls';
type Row<Name extends Queue> = Selectable<AccountsSchema[Name]>;
type Lease = { readonly at: number; readonly until: number };
type Outcome<Name extends Queue> = Partial<Row<Name>>;

/** Leases a due row. If several processes try, only one of them succeeds. */
export const leaseOne = <Name extends Queue>(accounts: AccountsDb, queue: Name, id: string, { at, until }: Lease) =>
  accounts
    .updateTable(queue as Queue)
    .set((eb) => ({ leased_until: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('next_at', '<=', at)
    .where('leased_until', '<=', at)
    .returningAll()
    // The result has the columns of the given queue.
    .executeTakeFirst() as Promise<Row<Name> | undefined>;

/** Stores the outcome of an attempt. */
export async function settleOne<Name extends Queue>(
  accounts: AccountsDb,
  queue: Name,
  id: string,
  outcome: Outcome<Name>,
): Promise<void> {
  await accounts
    .updateTable(queue as Queue)
    .set({ ...outcome, leased_until: 0 })
    .where('id', '=', id)
    .execute();
}

/** Queries the due rows that no other process has leased, ordered by the time of their next attempt. */
export const dueIn = (accounts: AccountsDb, queue: Queue, at: number) =>
  accounts
    .selectFrom(queue)
    .where('status', '=', 'queued')
    .where('next_at', '<=', at)
    .where('leased_until', '<=', at)
    .orderBy('next_at')
    .orderBy('id');
