import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

export type NoticeRow = { kind: string; text: string; since_at: number };

export const findNotices = (accounts: AccountsDb): Promise<NoticeRow[]> =>
  accounts
    .selectFrom('system_notices')
    .select(['kind', 'text', 'since_at'])
    .orderBy('since_at')
    .orderBy('kind')
    .execute();

/** Stores a notice. An existing notice keeps its start time. */
export async function storeNotice(accounts: AccountsDb, { kind, text, since_at: at }: NoticeRow): Promise<void> {
  await accounts
    .insertInto('system_notices')
    .values({ kind, text, since_at: at, updated_at: at })
    .onConflict((conflict) =>
      conflict.column('kind').doUpdateSet({ text, updated_at: at }).where('system_notices.text', '<>', text),
    )
    .execute();
}

export async function deleteNotice(accounts: AccountsDb, kind: string): Promise<void> {
  await accounts.deleteFrom('system_notices').where('kind', '=', kind).execute();
}
