import { type Paper, type PaperChoice, paperFor } from '#domain/paper.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** Returns the paper setting in the current letterhead, or `country` if there is no letterhead. */
export async function findPaperChoice(accounts: AccountsDb): Promise<PaperChoice> {
  const row = await accounts
    .selectFrom('letterheads')
    .select('paper')
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.paper ?? 'country';
}

/**
 * Returns the paper size for a customer's new documents, or for the network's own documents if `customerId` is null.
 */
export async function findPaper(accounts: AccountsDb, timeZone: string, customerId: string | null): Promise<Paper> {
  const choice = await findPaperChoice(accounts);
  if (choice !== 'country' || customerId === null) return paperFor(choice, '', timeZone);
  const row = await accounts.selectFrom('customers').select('country').where('id', '=', customerId).executeTakeFirst();
  return paperFor(choice, row?.country ?? '', timeZone);
}
