import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** Returns socket counts by outlet key, only for outlets with more than one. */
export async function findSockets(accounts: AccountsDb): Promise<ReadonlyMap<number, number>> {
  const rows = await accounts.selectFrom('outlets').select(['key', 'sockets']).where('sockets', '>', 1).execute();
  return new Map(rows.map(({ key, sockets }) => [key, sockets ?? 1]));
}
