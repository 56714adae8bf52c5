import { sql } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** An encrypted text column, and the key column of its table. */
export type SealedColumn = { readonly table: string; readonly key: string; readonly column: string };
export type SealedRow = { readonly key: string | number; readonly sealed: string };

/** Finds rows after a key whose value does not have this prefix, which means that it was encrypted with another key. */
export async function findSealedBefore(
  accounts: AccountsDb,
  { table, key, column }: SealedColumn,
  { prefix, after, limit }: { readonly prefix: string; readonly after: string | number | null; readonly limit: number },
): Promise<SealedRow[]> {
  const later = after === null ? sql`` : sql`and ${sql.ref(key)} > ${after}`;
  const { rows } = await sql<SealedRow>`select ${sql.ref(key)} as ${sql.ref('key')}, ${sql.ref(column)} as sealed
    from ${sql.table(table)} where ${sql.ref(column)} is not null and ${sql.ref(column)} <> ''
    and ${sql.ref(column)} not like ${`${prefix}%`} ${later} order by ${sql.ref(key)} limit ${limit}`.execute(accounts);
  return rows;
}

/** Stores the value unless another writer has changed it since it was read. */
export async function storeSealed(
  tx: AccountsDb,
  { table, key, column }: SealedColumn,
  before: SealedRow,
  sealed: string,
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sealed}
    where ${sql.ref(key)} = ${before.key} and ${sql.ref(column)} = ${before.sealed}`.execute(tx);
}

/** Counts the rows whose value begins with the prefix, which is the ID of a key. */
export async function countSealedWith(
  accounts: AccountsDb,
  { table, column }: SealedColumn,
  prefix: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
    where ${sql.ref(column)} like ${`${prefix}%`}`.execute(accounts);
  return Number(rows[0]?.count ?? 0);
}
