import { PostgresAdapter, sql } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

type Staged = { readonly name: string; readonly table: string };
type WithColumns = Staged & { readonly columns: readonly string[] };
type WithGuard = Staged & { readonly guard: string };

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** A temporary table with columns of a table; with `guard`, that column once more as `was`. */
export async function createLike(
  db: AccountsDb,
  { name, table, columns, guard }: WithColumns & { readonly guard?: string },
): Promise<void> {
  const was = guard === undefined ? sql`` : sql`, ${sql.ref(guard)} as was`;
  await sql`create temporary table ${sql.table(name)} as
    select ${refs(columns)}${was} from ${sql.table(table)} where 1 = 0`.execute(db);
}

/** A temporary table of texts and, for `was` and `position`, numbers. */
export async function createList(db: AccountsDb, name: string, columns: readonly string[]): Promise<void> {
  const typed = columns.map(
    (column) => sql`${sql.ref(column)} ${sql.raw(['was', 'position'].includes(column) ? 'bigint' : 'text')}`,
  );
  await sql`create temporary table ${sql.table(name)} (${sql.join(typed)})`.execute(db);
}

export async function insertRows(
  db: AccountsDb,
  name: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  await db
    .insertInto(name as 'users')
    .values(rows as never)
    .execute();
}

export async function readList(
  tx: AccountsDb,
  name: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<unknown[]> {
  const { rows } = await sql`select * from ${sql.table(name)}
    where position >= ${offset} and position < ${offset + limit} order by position`.execute(tx);
  return rows;
}

/** How many of the rows that are counted on are not there, or not as they were. */
export async function countMissing(tx: AccountsDb, { name, table, guard }: WithGuard): Promise<number> {
  const { rows } = await sql<{ missing: number }>`select count(*) as missing from ${sql.table(name)} as staged
    where not exists (select 1 from ${sql.table(table)} as stored
      where stored.id = staged.id and stored.${sql.ref(guard)} is not distinct from staged.was)`.execute(tx);
  return Number(rows[0]?.missing ?? 0);
}

export async function clearRows(tx: AccountsDb, { name, table, column }: Staged & { column: string }): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in (select id from ${sql.table(name)})`.execute(
    tx,
  );
}

/** Answers how many rows were still as they were, and are changed. */
export async function updateRows(
  tx: AccountsDb,
  { name, table, columns, guard }: WithColumns & WithGuard,
): Promise<number> {
  const set = columns
    .filter((column) => column !== 'id')
    .map((column) => sql`${sql.ref(column)} = staged.${sql.ref(column)}`);
  const { numAffectedRows = 0n } = await sql`update ${sql.table(table)} set ${sql.join(set)}
    from ${sql.table(name)} as staged
    where ${sql.ref(`${table}.id`)} = staged.id and ${sql.ref(`${table}.${guard}`)} is not distinct from staged.was`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

export async function moveRows(tx: AccountsDb, { name, table, columns }: WithColumns): Promise<void> {
  await sql`insert into ${sql.table(table)} (${refs(columns)}) select ${refs(columns)} from ${sql.table(name)}`.execute(
    tx,
  );
}

export async function dropTable(db: AccountsDb, name: string): Promise<void> {
  await sql`drop table if exists ${sql.table(name)}`.execute(db);
}

/** Whether a row was refused because of another that came meanwhile: the name is taken, or what it refers to is gone. */
export function isBroken(error: unknown): boolean {
  const { code = '' } = error as { code?: unknown };
  return typeof code === 'string' && /^(SQLITE_CONSTRAINT|23503$|23505$|23P01$)/.test(code);
}

/** A large import may take longer than what is asked while somebody waits. PostgreSQL only; SQLite has no such limit. */
export async function allowTime(tx: AccountsDb): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`set local statement_timeout = '120s'`.execute(tx);
}
