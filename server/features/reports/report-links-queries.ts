import type { Insertable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';

/** Finds a report's links that are not revoked, newest first. Includes expired links. */
export const findLinks = (accounts: AccountsDb, reportId: string) =>
  accounts
    .selectFrom('report_links')
    .select(['id', 'prefix', 'password_hash', 'created_at', 'expires_at', 'views', 'last_viewed_at'])
    .where('report_id', '=', reportId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
export type LinkRow = Awaited<ReturnType<typeof findLinks>>[number];

export async function insertLink(tx: AccountsDb, row: Insertable<AccountsSchema['report_links']>): Promise<void> {
  await tx.insertInto('report_links').values(row).execute();
}

/** Revokes one of a report's links. Returns the beginning of its token, or undefined if there is no such link. */
export const revokeLink = (
  tx: AccountsDb,
  { reportId, id, at }: { reportId: string; id: string; at: number },
): Promise<{ prefix: string } | undefined> =>
  tx
    .updateTable('report_links')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('report_id', '=', reportId)
    .where('revoked_at', 'is', null)
    .returning('prefix')
    .executeTakeFirst();

/** Finds a link that is neither expired nor revoked. */
export const findGoodLink = (accounts: AccountsDb, tokenHash: string, at: number) =>
  accounts
    .selectFrom('report_links')
    .innerJoin('saved_reports', 'saved_reports.id', 'report_links.report_id')
    .selectAll('report_links')
    .select('saved_reports.name')
    .where('report_links.token_hash', '=', tokenHash)
    .where('report_links.revoked_at', 'is', null)
    .where('report_links.expires_at', '>', at)
    .executeTakeFirst();

export async function countView(accounts: AccountsDb, id: string, at: number): Promise<void> {
  await accounts
    .updateTable('report_links')
    .set((eb) => ({ views: eb('views', '+', 1), last_viewed_at: at }))
    .where('id', '=', id)
    .execute();
}
