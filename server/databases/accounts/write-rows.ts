import { toUSVString } from 'node:util';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import { type AccountsDb, isPostgres } from './accounts-db.ts';
import type { AccountsSchema } from './schema.ts';

/**
 * Inserts rows into a table in one statement with one parameter, because binding each value separately costs more than
 * storing it. All rows have the same columns.
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
  if (isPostgres(tx)) {
    const text = asObjects(rows);
    await sql`${into} select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${text}::jsonb)`.execute(
      tx,
    );
    return;
  }
  const text = asLists(names, rows);
  const values = sql.join(names.map((_, at) => sql.raw(`json_extract(value, '$[${at}]')`)));
  await sql`${into} select ${values} from json_each(${text})`.execute(tx);
}

/**
 * Updates rows by ID, if the stored row meets a condition, in one statement with one parameter. All rows have the same
 * columns. Returns the number of updated rows.
 */
export async function updateRows<Name extends keyof AccountsSchema & string>(
  tx: AccountsDb,
  table: Name,
  rows: readonly (Updateable<AccountsSchema[Name]> & { readonly id: string })[],
  condition: RawBuilder<boolean>,
): Promise<number> {
  const [first] = rows;
  if (first === undefined) return 0;
  const names = Object.keys(first);
  const onPostgres = isPostgres(tx);
  const changed = names.filter((name) => name !== 'id');
  const madeOf = (name: string) =>
    onPostgres ? sql`made.${sql.ref(name)}` : sql`json_extract(made.value, ${sql.lit(`$[${names.indexOf(name)}]`)})`;
  const sets = sql.join(changed.map((name) => sql`${sql.ref(name)} = ${madeOf(name)}`));
  const text = onPostgres ? asObjects(rows) : asLists(names, rows);
  const made = onPostgres
    ? sql`jsonb_populate_recordset(null::${sql.table(table)}, ${text}::jsonb) as made`
    : sql`json_each(${text}) as made`;
  const own = sql.ref(`${table}.id`);
  const update = sql`update ${sql.table(table)} set ${sets} from ${made} where ${own} = ${madeOf('id')} and ${condition}`;
  const { numAffectedRows } = await update.execute(tx);
  return Number(numAffectedRows ?? 0);
}

const asObjects = (rows: readonly object[]): string => JSON.stringify(rows, (_, value) => storable(value));

const asLists = (names: readonly string[], rows: readonly object[]): string =>
  JSON.stringify(rows.map((row) => names.map((name) => storable((row as Record<string, unknown>)[name]))));

/** Replaces lone surrogates, which PostgreSQL refuses. */
const storable = (value: unknown): unknown => (typeof value === 'string' ? toUSVString(value) : value);
