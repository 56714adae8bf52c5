import type { Selectable } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

export type CursorRow = Selectable<AccountsSchema['audit_stream']>;
export type AuditRow = Selectable<AccountsSchema['audit_log']>;

const THE_ROW = 1;

export const findCursor = (accounts: AccountsDb): Promise<CursorRow> =>
  accounts.selectFrom('audit_stream').selectAll().where('id', '=', THE_ROW).executeTakeFirstOrThrow();

type Lease = { readonly holder: string; readonly at: number; readonly until: number };

/**
 * Leases the stream if it is due and no other process holds the lease. If several processes try simultaneously, only
 * one of them succeeds.
 */
export const leaseStream = (accounts: AccountsDb, { holder, at, until }: Lease): Promise<CursorRow | undefined> =>
  accounts
    .updateTable('audit_stream')
    .set({ holder, leased_until: until })
    .where('id', '=', THE_ROW)
    .where('leased_until', '<=', at)
    .where('next_at', '<=', at)
    .returningAll()
    .executeTakeFirst();

export async function leaveStream(accounts: AccountsDb, holder: string): Promise<void> {
  await accounts
    .updateTable('audit_stream')
    .set({ leased_until: 0 })
    .where('id', '=', THE_ROW)
    .where('holder', '=', holder)
    .execute();
}

type Progress = { readonly holder: string; readonly before: number; readonly after: number; readonly at: number };

/**
 * Records the delivery and extends the lease until `until`. Returns undefined if another process has the lease or a
 * command has moved the cursor.
 */
export const advanceCursor = (
  accounts: AccountsDb,
  { holder, before, after, at }: Progress,
  until: number,
): Promise<CursorRow | undefined> =>
  accounts
    .updateTable('audit_stream')
    .set({
      delivered_seq: after,
      delivered_at: at,
      leased_until: until,
      attempts: 0,
      next_at: 0,
      failing_since: null,
      last_error: '',
    })
    .where('id', '=', THE_ROW)
    .where('holder', '=', holder)
    .where('delivered_seq', '=', before)
    .returningAll()
    .executeTakeFirst();

type Failure = { readonly holder: string; readonly nextAt: number; readonly since: number; readonly reason: string };

export async function noteFailure(accounts: AccountsDb, { holder, nextAt, since, reason }: Failure): Promise<void> {
  await accounts
    .updateTable('audit_stream')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      next_at: nextAt,
      last_error: reason,
      leased_until: 0,
      failing_since: eb.fn.coalesce('failing_since', eb.val(since)),
    }))
    .where('id', '=', THE_ROW)
    .where('holder', '=', holder)
    .execute();
}

/** Moves the cursor, and schedules the next attempt immediately. */
export async function setCursor(accounts: AccountsDb, deliveredSeq: number): Promise<void> {
  await accounts
    .updateTable('audit_stream')
    .set({ delivered_seq: deliveredSeq, attempts: 0, next_at: 0 })
    .where('id', '=', THE_ROW)
    .execute();
}

/** Finds entries starting at `seq`, in order. */
export const findEntriesFrom = (accounts: AccountsDb, seq: number, limit: number): Promise<AuditRow[]> =>
  accounts.selectFrom('audit_log').selectAll().where('seq', '>=', seq).orderBy('seq').limit(limit).execute();

/** Returns the number of entries after `seq`, and when the first of these was written. */
export async function findWaiting(
  accounts: AccountsDb,
  seq: number,
): Promise<{ readonly entries: number; readonly oldestAt: number | null }> {
  const row = await accounts
    .selectFrom('audit_log')
    .select((eb) => [eb.fn.countAll<number>().as('entries'), eb.fn.min('seq').as('first')])
    .where('seq', '>', seq)
    .executeTakeFirstOrThrow();
  const first = row.first === null ? undefined : await findEntriesFrom(accounts, Number(row.first), 1);
  return { entries: Number(row.entries), oldestAt: first?.[0]?.at ?? null };
}
