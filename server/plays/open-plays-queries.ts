import { sql } from 'kysely';
import { type AccountsDb, isPostgres } from '../databases/accounts/accounts-db.ts';
import type { OutletPlaysTable } from '../databases/accounts/delivery-tables.ts';

export const findOutletPlays = (accounts: AccountsDb, outletKeys: readonly number[]): Promise<OutletPlaysTable[]> =>
  accounts.selectFrom('outlet_plays').selectAll().where('outlet_key', 'in', outletKeys).execute();

/** Inserts outlets' missing rows, because a missing row can't be locked. */
export async function insertOutletPlays(accounts: AccountsDb, outletKeys: readonly number[]): Promise<void> {
  const known = new Set((await findOutletPlays(accounts, outletKeys)).map((row) => row.outlet_key));
  const rows = outletKeys.filter((key) => !known.has(key)).map((key) => ({ outlet_key: key, plays: '[]' }));
  if (rows.length === 0) return;
  await accounts
    .insertInto('outlet_plays')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks the rows until the transaction ends, in ascending order, so that two processes can't deadlock. */
export const lockOutletPlays = (tx: AccountsDb, outletKeys: readonly number[]): Promise<OutletPlaysTable[]> =>
  tx
    .selectFrom('outlet_plays')
    .selectAll()
    .where('outlet_key', 'in', outletKeys)
    .orderBy('outlet_key')
    .$if(isPostgres(tx), (query) => query.forUpdate())
    .execute();

export async function setOutletPlays(tx: AccountsDb, plays: ReadonlyMap<number, string>): Promise<void> {
  if (plays.size === 0) return;
  const rows = [...plays].map(([key, stored]) => sql`(cast(${key} as bigint), cast(${stored} as text))`);
  // Both engines name the columns of VALUES column1 and column2.
  await sql`
    update outlet_plays set plays = wanted.column2
      from (values ${sql.join(rows)}) as wanted where outlet_plays.outlet_key = wanted.column1`.execute(tx);
}
