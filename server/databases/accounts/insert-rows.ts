import { toUSVString } from 'node:util';
import { type Insertable, PostgresAdapter, sql } from 'kysely';
import type { AccountsDb } from './accounts-db.ts';
import type { AccountsSchema } from './schema.ts';

/**
 * Stores rows of one table, all with the same columns, in one statement with one value, however many: to write each value
 * apart costs more than to store it.
 */
export async function insertRows<Name extends keyof AccountsSchema & string>(
  tx: AccountsDb,
  table: Name,
  rows: readonly Insertable<AccountsSchema[Name]>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const names = Object.keys(first);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const into = sql`insert into ${sql.table(table)} (${columns})`;
  if (tx.getExecutor().adapter instanceof PostgresAdapter) {
    const text = JSON.stringify(rows, (_, value) => storable(value));
    await sql`${into} select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${text}::jsonb)`.execute(
      tx,
    );
    return;
  }
  const text = JSON.stringify(rows.map((row) => names.map((name) => storable((row as Record<string, unknown>)[name]))));
  const values = sql.join(names.map((_, at) => sql.raw(`json_extract(value, '$[${at}]')`)));
  await sql`${into} select ${values} from json_each(${text})`.execute(tx);
}

/** Half a character is no text to PostgreSQL. */
const storable = (value: unknown): unknown => (typeof value === 'string' ? toUSVString(value) : value);
