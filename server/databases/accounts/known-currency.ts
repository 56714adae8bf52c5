import type { AccountsDb } from './accounts-db.ts';

/** Returns whether any price or budget exists, and the currency of the newest document, or null without documents. */
export async function findMoney(
  accounts: AccountsDb,
): Promise<{ readonly hasMoney: boolean; readonly ofDocuments: string | null }> {
  const [flight, price, document] = await Promise.all([
    accounts.selectFrom('flights').select('id').limit(1).executeTakeFirst(),
    accounts.selectFrom('rate_card').select('id').limit(1).executeTakeFirst(),
    accounts.selectFrom('documents').select('currency').orderBy('month', 'desc').limit(1).executeTakeFirst(),
  ]);
  return {
    hasMoney: [flight, price, document].some((row) => row !== undefined),
    ofDocuments: document?.currency ?? null,
  };
}
