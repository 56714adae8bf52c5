import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

const UNSENT = ['queued', 'failed', 'held'] as const;

/** Counts the outbox's unsent mails by status. */
export async function countUnsentMails(accounts: AccountsDb): Promise<{ status: string; count: number }[]> {
  const rows = await accounts
    .selectFrom('mails')
    .select((eb) => ['status', eb.fn.countAll().as('count')])
    .where('status', 'in', UNSENT)
    .groupBy('status')
    .execute();
  return UNSENT.map((status) => ({ status, count: Number(rows.find((row) => row.status === status)?.count ?? 0) }));
}
