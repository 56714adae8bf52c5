import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** Returns the number of sockets by outlet key. Includes only outlets with more than one socket. */
export async function findSockets(accounts: AccountsDb): Promise<ReadonlyMap<number, number>> {
  const rows = await accounts.selectFrom('outlets').select(['key', 'sockets']).where('sockets', '>', 1).execute();
  return new Map(rows.map(({ key, sockets }) => [key, sockets ?? 1]));
}
