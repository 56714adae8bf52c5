import type { Selectable } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { LedgerTables } from '../databases/accounts/ledger-tables.ts';

export type LetterheadRow = Selectable<LedgerTables['letterheads']>;

/** Finds the current letterhead. */
export const findNewestLetterhead = (accounts: AccountsDb): Promise<LetterheadRow | undefined> =>
  accounts
    .selectFrom('letterheads')
    .selectAll()
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Finds a document's letterhead. Returns undefined if there was no letterhead when the document became final. */
export const findLetterhead = async (accounts: AccountsDb, id: string | null): Promise<LetterheadRow | undefined> =>
  id === null
    ? undefined
    : await accounts.selectFrom('letterheads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export async function insertLetterhead(tx: AccountsDb, row: LetterheadRow): Promise<void> {
  await tx.insertInto('letterheads').values(row).execute();
}
