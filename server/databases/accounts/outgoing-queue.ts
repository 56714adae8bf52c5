import type { Selectable } from 'kysely';
import type { AccountsDb } from './accounts-db.ts';
import type { AccountsSchema } from './schema.ts';

/** What goes out to somebody else's server, with leases: of any number of processes one tries it. */
type Queue = 'mails' | 'alert_calls';
type Row<Name extends Queue> = Selectable<AccountsSchema[Name]>;
type Lease = { readonly at: number; readonly until: number };
type Outcome<Name extends Queue> = Partial<Row<Name>>;

/** Takes one that is due; only one of any number of processes that try at the same time gets it. */
export const leaseOne = <Name extends Queue>(accounts: AccountsDb, queue: Name, id: string, { at, until }: Lease) =>
  accounts
    .updateTable(queue as Queue)
    .set((eb) => ({ leased_until: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('next_at', '<=', at)
    .where('leased_until', '<=', at)
    .returningAll()
    // What it returns has the columns of the queue that was asked.
    .executeTakeFirst() as Promise<Row<Name> | undefined>;

/** What became of a try. */
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

/** Those whose turn has come and that no other process holds, by the time of their next try. */
export const dueIn = (accounts: AccountsDb, queue: Queue, at: number) =>
  accounts
    .selectFrom(queue)
    .where('status', '=', 'queued')
    .where('next_at', '<=', at)
    .where('leased_until', '<=', at)
    .orderBy('next_at')
    .orderBy('id');
