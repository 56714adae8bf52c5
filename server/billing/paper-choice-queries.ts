import { type Paper, type PaperChoice, paperFor } from '#domain/paper.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** The operator's setting in the current letterhead. */
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

/** Paper size for documents of a customer that are made now. Null means the network itself. */
export async function findPaper(accounts: AccountsDb, timeZone: string, customerId: string | null): Promise<Paper> {
  const choice = await findPaperChoice(accounts);
  if (choice !== 'country' || customerId === null) return paperFor(choice, '', timeZone);
  const row = await accounts.selectFrom('customers').select('country').where('id', '=', customerId).executeTakeFirst();
  return paperFor(choice, row?.country ?? '', timeZone);
}
