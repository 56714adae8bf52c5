import { sql } from 'kysely';
import { type AccountsDb, isPostgres } from './accounts-db.ts';
import { type AccountsRow, type AccountsSnapshot, POSTGRES_COUNTERS } from './accounts-snapshot.ts';
import { waitForUs } from './open-accounts.ts';

/** Maximum number of values per statement. SQLite accepts 32,766, PostgreSQL 65,535. */
const MOST_VALUES = 30_000;

/**
 * Fills a newly migrated store in the caller's transaction. Returns the number of rows in each table, as counted by the
 * store.
 */
export async function fillAccounts(tx: AccountsDb, copy: AccountsSnapshot): Promise<Readonly<Record<string, number>>> {
  await waitForUs(tx);
  for (const table of copy.tables) {
    // Delete rows that the migrations inserted. Skip empty tables, because the audit log refuses every deletion.
    if ((await countRows(tx, table)) > 0) await sql`delete from ${sql.table(table)}`.execute(tx);
    for await (const rows of copy.rows(table)) await insertRows(tx, table, rows);
  }
  await (isPostgres(tx) ? setSequences : setCounters)(tx, copy.numbers);
  const counts: [string, number][] = [];
  for (const table of copy.tables) counts.push([table, await countRows(tx, table)]);
  return Object.fromEntries(counts);
}

async function countRows(tx: AccountsDb, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(tx);
  return Number(rows[0]?.rows ?? 0);
}

async function insertRows(tx: AccountsDb, table: string, rows: readonly AccountsRow[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const step = Math.max(1, Math.floor(MOST_VALUES / Math.max(1, columns.length)));
  const names = sql.join(columns.map((column) => sql.ref(column)));
  for (let at = 0; at < rows.length; at += step) {
    const values = rows
      .slice(at, at + step)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(tx);
  }
}

async function setCounters(tx: AccountsDb, numbers: AccountsSnapshot['numbers']): Promise<void> {
  for (const [table, number] of Object.entries(numbers)) {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${number})`.execute(tx);
  }
}

async function setSequences(tx: AccountsDb, numbers: AccountsSnapshot['numbers']): Promise<void> {
  const { rows } = await sql.raw<{ name: string; column: string }>(POSTGRES_COUNTERS).execute(tx);
  for (const { name, column } of rows) {
    const number = numbers[name] ?? 0;
    if (number > 0) {
      await sql`select setval(pg_get_serial_sequence(${name}, ${column})::regclass, ${number})`.execute(tx);
    }
  }
}
